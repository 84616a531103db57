import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { createTaskThread, TaskTimeout } from './task-thread.ts'

/** Echoes its input; knows a few commands. */
const SCRIPT = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ id, task }) => {
    if (task === 'hang') for (;;);
    if (task === 'die') process.exit(1)
    if (task === 'fail') parentPort.postMessage({ id, error: 'it failed' })
    else parentPort.postMessage({ id, answer: task })
  })`

function open({ timeoutMs = 5000, idleMs = 5000 } = {}) {
  const threads: Worker[] = []
  const ask = createTaskThread<string, string>({
    start() {
      const worker = new Worker(SCRIPT, { eval: true })
      threads.push(worker)
      return worker
    },
    timeoutMs,
    idleMs,
  })
  return { ask, threads }
}

it('runs many tasks in one thread and returns each result to its caller', async () => {
  const { ask, threads } = open()
  expect(await Promise.all(['a', 'b', 'c'].map((task) => ask(task)))).toEqual(['a', 'b', 'c'])
  await expect(ask('fail')).rejects.toThrow('it failed')
  expect(await ask('d')).toBe('d')
  expect(threads).toHaveLength(1)
})

it('ends a hanging or crashed thread with all waiting tasks, and starts another one', async () => {
  const { ask, threads } = open({ timeoutMs: 300 })
  const both = [ask('hang'), ask('a')]
  for (const one of both) await expect(one).rejects.toBeInstanceOf(TaskTimeout)
  await expect(ask('die')).rejects.toThrow()
  await vi.waitFor(async () => expect(await ask('b')).toBe('b'))
  expect(threads.length).toBeGreaterThanOrEqual(3)
})

it('ends when idle, and does not wait for callers that have left', async () => {
  const { ask, threads } = open({ idleMs: 20 })
  expect(await ask('a')).toBe('a')
  await vi.waitFor(() => expect(threads[0]?.threadId).toBe(-1))
  const leaving = new AbortController()
  const left = ask('b', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await ask('c')).toBe('c')
  expect(threads).toHaveLength(2)
})
