import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { testProgram } from '../../../../test/harness/test-program.ts'
import { openDatabase } from '../open-database.ts'
import { copySqliteTemplate } from '../templates.testing.ts'

const ROWS_BEFORE_KILL = 200

it('keeps every acknowledged row when the process is killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-test-'))
  await copySqliteTemplate(join(dataDir, 'bellwether.db'))
  const process_ = spawn(process.execPath, [testProgram('sqlite-crash'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
  const keys = new Set(rows.map((row) => row.key))
  expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
  await rm(dataDir, { recursive: true })
})
