import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stopWithin } from './stop-within.ts'

describe('stopping', () => {
  const log = { fatal: vi.fn() }
  const exit = vi.fn()
  const stop = (close: () => Promise<void>) => stopWithin({ close, limitMs: 30_000, log, exit })
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends the process once when everything is closed', async () => {
    stop(() => Promise.resolve())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(exit.mock.calls).toEqual([[0]])
    expect(log.fatal).not.toHaveBeenCalled()
  })

  it('reports what failed', async () => {
    stop(() => Promise.reject(new Error('disk full')))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(exit.mock.calls).toEqual([[1]])
    expect(log.fatal).toHaveBeenCalledWith({ err: expect.any(Error) }, 'shutdown failed')
  })

  it('does not wait for ever', async () => {
    stop(() => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(exit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exit.mock.calls).toEqual([[1]])
    expect(log.fatal).toHaveBeenCalledWith({ limitMs: 30_000 }, 'shutdown took too long')
  })
})
