import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../db/db.ts'
import { describeOnEachDatabase, describeOnPostgres, describeOnSqlite } from '../db/testing.ts'
import { openSecrets } from '../secrets/installation.ts'
import { recordVersion, requireVersion } from '../secrets/installation-version.ts'
import { openStorage } from './open-storage.ts'
import { startS3Server, type TestS3Server } from './s3/s3-server.testing.ts'
import type { StorageSettings } from './storage-place.ts'

const settings = (dataDir: string, FILES_URL?: string): StorageSettings => ({
  DATA_DIR: dataDir,
  FILES_URL,
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_REGION: undefined,
})
const newFolder = () => mkdtempSync(join(tmpdir(), 'bellwether-storage-'))

/** As a first start does. */
async function install(db: Db, dataDir: string): Promise<void> {
  await openSecrets(db, {
    DATA_DIR: dataDir,
    LAMB_JWT_SECRET: undefined,
    ENCRYPTION_KEY: undefined,
    LAMB_JWT_SECRET_PREVIOUS: undefined,
    ENCRYPTION_KEY_PREVIOUS: undefined,
  })
}

async function addUser(db: Db): Promise<void> {
  const at = { created_at: 1, updated_at: 1 }
  const { id } = await db
    .insertInto('organizations')
    .values({ slug: 'one', name: 'One', config: '{}', ...at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('users')
    .values({ organization_id: id, email: 'a@example.edu', name: 'A', ...at })
    .execute()
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const message = error instanceof Error ? error.message : ''
  expect(message.split('\n')).toHaveLength(1)
  return message
}

const recordOf = async (db: Db) => db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()

describeOnEachDatabase('the storage of an installation', (open) => {
  it('is PostgreSQL or the disk, as the database is, and is recorded', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    const kind = database.kind === 'postgres' ? 'postgres' : 'disk'
    expect((await openStorage(database, settings(database.dataDir))).kind).toBe(kind)
    expect((await recordOf(database.db)).storage).toBe(kind)
    await addUser(database.db)
    expect((await openStorage(database, settings(database.dataDir))).kind).toBe(kind)
  })

  it('stays on disk if it was used before there was a record', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    await addUser(database.db)
    expect((await openStorage(database, settings(database.dataDir))).kind).toBe('disk')
    expect((await recordOf(database.db)).storage).toBe('disk')
  })

  it('refuses to be another one than before, and names the command that moves the files', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    await openStorage(database, settings(database.dataDir, 'disk'))
    const url = 's3://key:hidden-secret@bucket?endpoint=http://127.0.0.1:1'
    const message = await refusalOf(openStorage(database, settings(database.dataDir, url)))
    expect(message).toContain('are in disk, but FILES_URL says s3://bucket/?endpoint=http://127.0.0.1:1')
    expect(message).toContain('npm run move-files -- --to')
    expect(message).not.toContain('hidden-secret')
  })

  it('refuses changes once the files were moved', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    const storage = await openStorage(database, settings(database.dataDir))
    await storage.put('files/1/a', Buffer.from('a'))
    const staged = await storage.stage('files/1/b', Buffer.from('b'))
    await database.db.updateTable('installation').set({ storage: 's3://elsewhere/' }).execute()
    for (const change of [
      () => staged.commit(),
      () => storage.put('files/1/c', Buffer.from('c')),
      () => storage.remove('files/1/a'),
      () => storage.removePrefix('files/1/'),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'unavailable' })
    expect((await storage.head('files/1/a'))?.size).toBe(1)
    expect(await storage.head('files/1/b')).toBeUndefined()
  })

  it('refuses a version that is older than the newest one that was started', async () => {
    const { db, dataDir } = await open()
    await requireVersion(db, '1.2.3')
    await install(db, dataDir)
    for (const version of ['1.2.3', '1.10.0-beta.2', '1.10.0', '1.9.9']) await recordVersion(db, version)
    expect((await recordOf(db)).version).toBe('1.10.0')
    await requireVersion(db, '1.10.0')
    await requireVersion(db, '2.0.0')
    for (const version of ['1.9.9', '0.2.0', '1.10.0-beta.2'])
      expect(await refusalOf(requireVersion(db, version))).toContain(
        `This is version ${version}, but version 1.10.0 was already started`,
      )
  })
})

describeOnSqlite('storage with SQLite', (open) => {
  it('can’t be PostgreSQL', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    const message = await refusalOf(openStorage(database, settings(database.dataDir, 'postgres')))
    expect(message).toContain('only if DATABASE_URL')
    expect((await recordOf(database.db)).storage).toBeNull()
  })
})

describeOnPostgres('a disk with PostgreSQL', (open) => {
  it('must be the one with the files', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    await openStorage(database, settings(database.dataDir, 'disk'))
    await openStorage(database, settings(database.dataDir))
    const other = newFolder()
    const message = await refusalOf(openStorage(database, settings(other)))
    expect(message).toContain(`on another disk than ${other}`)
    const id = readFileSync(join(database.dataDir, 'storage-id'), 'utf8').trim()
    expect(message).toContain(id)
    writeFileSync(join(other, 'storage-id'), id)
    await openStorage(database, settings(other))
  })

  it('is one of several that start together', async () => {
    const database = await open()
    await install(database.db, database.dataDir)
    const folders = [database.dataDir, database.dataDir, newFolder(), newFolder()]
    const started = await Promise.allSettled(
      folders.map((folder) => openStorage(database, settings(folder, 'disk'))),
    )
    const id = (await recordOf(database.db)).storage_id
    started.forEach(({ status }, at) => {
      const file = join(folders[at] ?? '', 'storage-id')
      const own = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
      expect(status).toBe(own === id ? 'fulfilled' : 'rejected')
    })
  })
})

describe('a bucket', () => {
  let server: TestS3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server.stop())

  describeOnEachDatabase('storage in S3', (open) => {
    it('is recorded without keys, and belongs to one installation', async () => {
      const one = await open()
      await install(one.db, one.dataDir)
      const url = server.url('files', one.kind)
      const storage = await openStorage(one, settings(one.dataDir, url))
      await storage.put('files/1/a', Buffer.from('a'))
      const recorded = (await recordOf(one.db)).storage
      expect(recorded).toMatch(/^s3:\/\/files\/(sqlite|postgres)\/\?endpoint=/)
      expect(recorded).not.toContain('S3RVER')
      await openStorage(one, settings(newFolder(), url))
      // Without FILES_URL: the record says where, the AWS settings how.
      const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
      const again = await openStorage(one, { ...settings(one.dataDir), ...keys })
      expect((await again.head('files/1/a'))?.size).toBe(1)

      const two = await open()
      await install(two.db, two.dataDir)
      expect(await refusalOf(openStorage(two, settings(two.dataDir, url)))).toContain('another installation')
      expect((await recordOf(two.db)).storage).toBeNull()
    })

    it('must be reachable', async () => {
      const { db, dataDir, kind } = await open()
      await install(db, dataDir)
      const url = server.url('files', 'x').replace('S3RVER:S3RVER', 'unknown:hidden-secret')
      const message = await refusalOf(openStorage({ db, kind }, settings(dataDir, url)))
      expect(message).toContain('can’t be reached (InvalidAccessKeyId')
      expect(message).not.toContain('hidden-secret')
      expect((await recordOf(db)).storage).toBeNull()
    })
  })
})
