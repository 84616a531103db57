import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { cpuTimeOf, threadTime } from './cpu-time.ts'

test('grows with work', () => {
  const before = threadTime()
  let after = before
  while (after === before) after = threadTime()
  expect(after).toBeGreaterThan(before)
})

test.skipIf(cpuTimeOf('self') === undefined)('is known of other threads until they end', async () => {
  const code = `
    const { parentPort } = require('node:worker_threads')
    const { readlinkSync } = require('node:fs')
    for (let round = 0; round < 1e8; round++);
    parentPort.postMessage(readlinkSync('/proc/thread-self'))
    parentPort.on('message', () => process.exit())`
  const worker = new Worker(code, { eval: true })
  const [thread] = await once(worker, 'message')
  expect(cpuTimeOf(thread)).toBeGreaterThanOrEqual(0)
  worker.postMessage('end')
  await once(worker, 'exit')
  expect(cpuTimeOf(thread)).toBeUndefined()
})

test('an unknown thread has no time', () => {
  expect(cpuTimeOf('0/task/0')).toBeUndefined()
})
