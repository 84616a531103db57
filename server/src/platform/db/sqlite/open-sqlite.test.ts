import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { openDatabase } from '../open-database.ts'
import { copyEmptyDatabase } from './open-sqlite.ts'

const TEMPLATE = process.env.TEST_SQLITE_TEMPLATE ?? ''

describe('the database of a new installation', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-empty-'))
    file = join(folder, 'bellwether.db')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function migrated(emptyDatabase: string): Promise<number> {
    const database = await openDatabase({ dataDir: folder, emptyDatabase })
    try {
      return (await database.migrate()).length
    } finally {
      await database.close()
    }
  }

  it('is a private copy that needs no migration', async () => {
    expect(await migrated(TEMPLATE)).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is migrated from the start without a template', async () => {
    expect(await migrated(join(folder, 'missing.db'))).toBe(migrations.length)
  })

  it('leaves an existing database alone', async () => {
    await writeFile(file, 'existing')
    await copyEmptyDatabase(TEMPLATE, file)
    expect(await readFile(file, 'utf8')).toBe('existing')
  })

  it('is not a copy beside the log of a deleted database, which SQLite would apply to it', async () => {
    await writeFile(`${file}-wal`, 'log')
    await copyEmptyDatabase(TEMPLATE, file)
    expect(await readdir(folder)).toEqual(['bellwether.db-wal'])
    expect(await migrated(TEMPLATE)).toBe(migrations.length)
  })

  it('is made once when several servers start together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => copyEmptyDatabase(TEMPLATE, file)))
    expect(await readdir(folder)).toEqual(['bellwether.db'])
    expect(await migrated(TEMPLATE)).toBe(0)
  })
})
