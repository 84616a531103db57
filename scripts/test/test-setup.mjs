// Runs before each test file. `vi.waitFor` gives up after one second, which is not long on a busy machine; a test that passes does not
// wait longer because of a higher limit. It looks every 50 ms, which adds up over thousands of tests.
import { vi } from 'vitest'
import { useBuiltWorkers } from '../../server/src/platform/threads/worker.ts'
import { useStoredKeys } from './test-keys.mjs'

const LIMIT_MS = 60_000
const INTERVAL_MS = 15
const { waitFor } = vi

vi.waitFor = (callback, options) => {
  const { timeout = LIMIT_MS, ...rest } = typeof options === 'number' ? { timeout: options } : (options ?? {})
  return waitFor(callback, { interval: INTERVAL_MS, ...rest, timeout: Math.max(timeout, LIMIT_MS) })
}

// Set by scripts/test/test-workers.mjs.
if (process.env.TEST_WORKERS) useBuiltWorkers(process.env.TEST_WORKERS)

useStoredKeys()
