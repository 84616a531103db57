import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log.ts'
import { type Job, jobRepository } from './job.repository.ts'
import { createProgressReporter } from './progress-reporter.ts'

const KB = 1024
const jobOf = (size: number) =>
  ({ id: 1, leased_by: 'me', size, source_url: null, content_type: 'text/plain' }) as unknown as Job
const page = (current: number) => ({ stage: 'read' as const, current, total: 10 })

describe('the progress of a job', () => {
  const renew = vi.spyOn(jobRepository, 'renew')
  const saved = () => renew.mock.calls.map(([, , , { current }]) => current)
  const onError = vi.fn()

  function start(size: number) {
    const controller = new AbortController()
    const deps = { db: {} as Db, isPostgres: false, log: { warn: vi.fn() } as unknown as Log, onError }
    return { reporter: createProgressReporter(deps, jobOf(size), controller), controller }
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  beforeEach(() => {
    vi.useFakeTimers()
    renew.mockReset().mockResolvedValue(true)
    onError.mockReset()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('of a large file is saved twice per second at most, the last report included', async () => {
    const { reporter } = start(900 * KB)
    await pass(600)
    for (const current of [1, 2, 3, 4]) {
      reporter.report(page(current))
      await pass(50)
    }
    expect(saved()).toEqual([1])
    await pass(500)
    expect(saved()).toEqual([1, 4])
    reporter.stop()
    await pass(10_000)
    expect(saved()).toEqual([1, 4])
  })

  it('of small files that are read together is saved with the lease only', async () => {
    const { reporter } = start(2 * KB)
    await pass(600)
    for (const current of [1, 2, 3]) reporter.report(page(current))
    await pass(2000)
    expect(saved()).toEqual([])
    await pass(1000)
    expect(saved()).toEqual([3])
    reporter.stop()
  })

  it('aborts the work if another instance has the job, but not if the database is away', async () => {
    const { reporter, controller } = start(2 * KB)
    renew.mockRejectedValueOnce(new Error('away'))
    await pass(3000)
    expect(onError).toHaveBeenCalledTimes(1)
    expect(controller.signal.aborted).toBe(false)
    renew.mockResolvedValueOnce(false)
    await pass(3000)
    expect(controller.signal.aborted).toBe(true)
    reporter.stop()
  })
})
