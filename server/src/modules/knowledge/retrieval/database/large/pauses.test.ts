import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withPauses } from './large-indexing.ts'

describe('looking for large bases', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('happens at once, then at most once per second, and never misses the last change', () => {
    const wake = vi.fn()
    const pausing = withPauses({ wake, stop: async () => undefined })
    pausing.wake()
    expect(wake).toHaveBeenCalledTimes(1)
    for (let change = 0; change < 50; change++) {
      vi.advanceTimersByTime(10)
      pausing.wake()
    }
    expect(wake).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(500)
    expect(wake).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(10_000)
    expect(wake).toHaveBeenCalledTimes(2)
    pausing.wake()
    expect(wake).toHaveBeenCalledTimes(3)
  })

  it('ends when it is stopped, also if a change follows', async () => {
    const wake = vi.fn()
    const stop = vi.fn(async () => undefined)
    const pausing = withPauses({ wake, stop })
    pausing.wake()
    pausing.wake()
    await pausing.stop()
    pausing.wake()
    vi.advanceTimersByTime(10_000)
    expect(wake).toHaveBeenCalledTimes(1)
    expect(stop).toHaveBeenCalledTimes(1)
  })
})
