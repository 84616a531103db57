import { describe, expect, it } from 'vitest'
import { createTogether } from './together.ts'

/** Runs end when the test says so. */
function createRuns() {
  const runs: { items: readonly number[]; end(): void; fail(error: Error): void }[] = []
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      runs.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject })
    })
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { runs, run, turn }
}

describe('calls together', () => {
  it('joins calls of one turn, and those that arrive while others run, up to the limit', async () => {
    const { runs, run, turn } = createRuns()
    const call = createTogether(run, 3)
    const first = [call(1), call(2)]
    await turn()
    const later = [3, 4, 5, 6].map((item) => call(item))
    await turn()
    expect(runs.map(({ items }) => items)).toEqual([[1, 2]])
    runs[0]?.end()
    await turn()
    runs[1]?.end()
    await turn()
    runs[2]?.end()
    expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 50, 60])
    expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]])
  })

  it('goes on after a failure, which only those in the same run get', async () => {
    const { runs, run, turn } = createRuns()
    const call = createTogether(run, 10)
    const failing = [call(1), call(2)]
    await turn()
    const next = call(3)
    runs[0]?.fail(new Error('lost'))
    for (const one of failing) await expect(one).rejects.toThrow('lost')
    await turn()
    runs[1]?.end()
    expect(await next).toBe(30)
    const last = call(4)
    await turn()
    runs[2]?.end()
    expect(await last).toBe(40)
  })
})
