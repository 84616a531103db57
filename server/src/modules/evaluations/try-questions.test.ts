import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runAll } from './try-questions.ts'

const never = new AbortController().signal
const items = Array.from({ length: 20 }, (_, at) => at)

describe('running many tasks', () => {
  it('keeps their order, and runs only some at a time', async () => {
    let running = 0
    let most = 0
    const doubled = await runAll(items, 3, never, async (item) => {
      most = Math.max(most, ++running)
      await pause(item % 4)
      running--
      return item * 2
    })
    expect(doubled).toEqual(items.map((item) => item * 2))
    expect(most).toBe(3)
    expect(await runAll([], 3, never, async () => 1)).toEqual([])
  })

  it('stops immediately when the signal aborts, even while a task hangs', async () => {
    const controller = new AbortController()
    const reason = new Error('gone')
    const begun: number[] = []
    const run = runAll(items, 2, controller.signal, (item) => {
      begun.push(item)
      return new Promise(() => undefined)
    })
    controller.abort(reason)
    await expect(run).rejects.toBe(reason)
    expect(begun).toEqual([0, 1])
    await expect(runAll(items, 2, controller.signal, async () => 1)).rejects.toBe(reason)
  })

  it('starts nothing more after a failure', async () => {
    const begun: number[] = []
    let finish: () => void = () => undefined
    const other = new Promise<void>((resolve) => {
      finish = resolve
    })
    const run = runAll(items, 2, never, async (item) => {
      begun.push(item)
      if (item === 1) throw new Error('broken')
      await other
    })
    await expect(run).rejects.toThrow('broken')
    finish()
    await new Promise(setImmediate)
    expect(begun).toEqual([0, 1])
  })
})
