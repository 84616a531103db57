import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notifications, Subscriber } from '../../../platform/notifications/notifications.ts'
import { createChanges } from './changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A stream whose checks take `checkMs`. `checks` has the time of each. */
function openStream(checkMs: number) {
  let change: () => void = () => undefined
  const notifications: Pick<Notifications, 'subscribe'> = {
    subscribe<T>(_: unknown, subscriber: Subscriber<T>) {
      change = () => subscriber.lookAgain()
      return () => undefined
    },
  }
  const wait = createChanges(notifications)()
  const over = new AbortController()
  const checks: number[] = []
  const running = (async () => {
    for (;;) {
      await wait(60_000, over.signal)
      if (over.signal.aborted) return
      checks.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, checkMs))
    }
  })()
  const close = async () => {
    over.abort()
    await vi.advanceTimersByTimeAsync(checkMs)
    await running
  }
  return { change: () => change(), checks, close }
}

it('checks a change that follows another one within 50 ms', async () => {
  const { change, checks, close } = openStream(2)
  for (let at = 0; at < 5; at++) {
    const changedAt = performance.now()
    change()
    // The next change comes right after the check of this one.
    await vi.advanceTimersByTimeAsync(50)
    expect(checks.filter((time) => time >= changedAt)).toHaveLength(1)
  }
  await close()
})

it('notices a change during a check', async () => {
  const { change, checks, close } = openStream(20)
  change()
  await vi.advanceTimersByTimeAsync(15)
  expect(checks).toHaveLength(1)
  change()
  await vi.advanceTimersByTimeAsync(100)
  expect(checks).toHaveLength(2)
  await close()
})

it.each([
  { checkMs: 2, atMost: 25 },
  { checkMs: 100, atMost: 3 },
])('checks 1,000 changes in a second together: checks of $checkMs ms', async ({ checkMs, atMost }) => {
  const { change, checks, close } = openStream(checkMs)
  let last = 0
  for (let at = 0; at < 1000; at++) {
    last = performance.now()
    change()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(checks.length).toBeLessThanOrEqual(atMost)
  await vi.advanceTimersByTimeAsync(1000)
  expect(checks.at(-1)).toBeGreaterThan(last)
  await close()
})
