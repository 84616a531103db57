import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { holdSqlite } from './hold-sqlite.ts'

it('lets one server at a time use a database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-hold-'))
  try {
    const file = join(folder, 'bellwether.db')
    const release = await holdSqlite(file)
    await expect(holdSqlite(file, 0)).rejects.toThrow(`Another server is using ${file}.`)
    release()
    const releaseAgain = await holdSqlite(file, 0)
    releaseAgain()
  } finally {
    await rm(folder, { recursive: true })
  }
})
