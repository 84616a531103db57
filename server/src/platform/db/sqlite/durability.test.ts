import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'

const ROWS_BEFORE_KILL = 200

/** Until killed, prints each key once its insert is acknowledged, with single statements and transactions. */
const child = `
  const { openDatabase } = await import(process.argv[1])
  const { db, migrate } = await openDatabase({ dataDir: process.argv[2] })
  await migrate()
  for (let i = 0; ; i++) {
    const insert = (handle) => handle.insertInto('rate_limits').values({ key: String(i), points: i, expire: null }).execute()
    await (i % 2 ? insert(db) : db.transaction().execute(insert))
    process.stdout.write(i + '\\n')
  }`

it('keeps every acknowledged row when the process is killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-test-'))
  const module = new URL('../open-database.ts', import.meta.url).href
  const process_ = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', child, module, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: process_.stdout })) {
    if (acknowledged.push(line) === ROWS_BEFORE_KILL) process_.kill('SIGKILL')
  }
  if (process_.exitCode === null && process_.signalCode === null) await once(process_, 'exit')
  expect(process_.signalCode).toBe('SIGKILL')
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROWS_BEFORE_KILL)

  const { db, close } = await openDatabase({ dataDir })
  const rows = await db.selectFrom('rate_limits').select('key').execute()
  await close()
  const kept = new Set(rows.map((row) => row.key))
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([])
  await rm(dataDir, { recursive: true })
})
