import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { holdClocks, limitTime, withinTime } from './time-limit.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('ends in time, even when nothing else references the limit and garbage is collected', async () => {
  const listened = new AbortController()
  const ended = new Promise<unknown>((resolve) => {
    const limited = withinTime(listened.signal, 60)
    limited.addEventListener('abort', () => resolve(limited.reason))
  })
  await pause(5)
  collectGarbage()
  expect(await ended).toMatchObject({ name: 'TimeoutError' })
})

test('ends with the signal, also one that has already aborted', () => {
  const outer = new AbortController()
  const limited = withinTime(outer.signal, 60_000)
  outer.abort(new Error('gone'))
  expect(limited.reason).toMatchObject({ message: 'gone' })
  expect(withinTime(outer.signal, 60_000).reason).toMatchObject({ message: 'gone' })
})

test('pausing a clock also pauses all outer clocks', () => {
  vi.useFakeTimers()
  try {
    const reader = new AbortController()
    const answer = limitTime(reader.signal, 1000, () => new Error('the answer'))
    const tool = limitTime(answer.signal, 500, () => new Error('the tool'))
    vi.advanceTimersByTime(400)
    const [goOn, goOnToo] = [holdClocks(tool.signal), holdClocks(tool.signal)]
    vi.advanceTimersByTime(60_000)
    goOn()
    goOn()
    vi.advanceTimersByTime(60_000)
    expect([tool.signal.aborted, answer.signal.aborted]).toEqual([false, false])
    goOnToo()
    vi.advanceTimersByTime(99)
    expect(tool.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(tool.signal.reason).toMatchObject({ message: 'the tool' })
    vi.advanceTimersByTime(500)
    expect(answer.signal.reason).toMatchObject({ message: 'the answer' })
  } finally {
    vi.useRealTimers()
  }
})

test('a cleared limit aborts nothing, even if it was paused; a disconnect is noticed while paused', () => {
  vi.useFakeTimers()
  try {
    const reader = new AbortController()
    const over = limitTime(reader.signal, 100, () => new Error('late'))
    const goOn = holdClocks(over.signal)
    over.clear()
    goOn()
    vi.advanceTimersByTime(1000)
    expect(over.signal.aborted).toBe(false)
    const held = limitTime(reader.signal, 100, () => new Error('late'))
    holdClocks(held.signal)
    reader.abort(new Error('gone'))
    expect(held.signal.reason).toMatchObject({ message: 'gone' })
  } finally {
    vi.useRealTimers()
  }
})
