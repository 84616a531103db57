import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Report, Task } from './answer.worker.ts'
import { createAnswerWorker } from './answer-worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OPTIONS = { numbers: new Set<number>(), picture: '' }

/** Workers that give these reports to every task. */
function workers(...reports: Report[][]) {
  const log: string[] = []
  const open = (): Worker => {
    const mine = reports.shift() ?? []
    const worker = {
      onmessage: undefined as ((event: { data: Report }) => void) | undefined,
      onerror: undefined as (() => void) | undefined,
      postMessage: (task: Task) => {
        log.push(task.kind === 'markdown' ? task.text : task.kind)
        queueMicrotask(() => {
          for (const data of mine) worker.onmessage?.({ data })
          if (mine.length === 0) worker.onerror?.()
        })
      },
      terminate: () => log.push('ended'),
    }
    return worker as unknown as Worker
  }
  return { log, ...createAnswerWorker(open) }
}

it('ends a worker that takes too long, and does the next task with another', async () => {
  const { log, toHtml } = workers([{ state: 'begun' }], [{ state: 'begun' }, { state: 'done', html: '<p>' }])
  const both = Promise.all([toHtml('slow', OPTIONS), toHtml('next', OPTIONS)])
  // Not all timers: suites share a process, and an interval of another one never ends.
  await vi.advanceTimersByTimeAsync(3000)
  expect(await both).toEqual([undefined, '<p>'])
  expect(log).toEqual(['slow', 'ended', 'next'])
})

it.each([[[]], [[{ state: 'not-loaded' } as const]]])(
  'says that a script is missing, and loads it again for the next task',
  async (reports) => {
    const { log, toHtml } = workers(reports, [{ state: 'begun' }, { state: 'done', html: '<p>' }])
    await expect(toHtml('offline', OPTIONS)).rejects.toThrow('loaded')
    expect(await toHtml('online', OPTIONS)).toBe('<p>')
    expect(log).toEqual(['offline', 'ended', 'online'])
  },
)
