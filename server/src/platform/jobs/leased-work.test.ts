import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createLeasedWork } from './leased-work.ts'

interface Turn {
  controller: AbortController
  end(): void
}

/** Jobs are brought by their numbers, and end when the test says so. */
function start(atOnce: number) {
  const queue: number[] = []
  const begun: Turn[] = []
  let atWork = 0
  let failure: Error | undefined
  let beforeClaim: (() => void) | undefined
  let afterClaim: (() => void) | undefined
  const takeOvers: boolean[] = []
  const work = createLeasedWork<{ id: number }>({
    log: createLog('silent'),
    atOnce,
    lookMs: 60_000,
    async claim(mayTakeOver) {
      if (failure) throw failure
      beforeClaim?.()
      takeOvers.push(mayTakeOver())
      afterClaim?.()
      const id = queue.shift()
      return id === undefined ? undefined : { id }
    },
    async work(_job, controller) {
      atWork++
      await new Promise<void>((end) => begun.push({ controller, end }))
      atWork--
    },
    failure: 'none',
  })
  onTestFinished(async () => {
    const stopping = work.stop()
    for (let at = 0; at < 20; at++) {
      for (const { end } of begun) end()
      await turn()
    }
    await stopping
  })
  const bring = async (...ids: number[]): Promise<void> => {
    queue.push(...ids)
    work.wake()
    for (let at = 0; at < 10; at++) await turn()
  }
  const fail = (error: Error | undefined) => {
    failure = error
  }
  const pause = (before?: () => void, after?: () => void) => {
    beforeClaim = before
    afterClaim = after
  }
  return { work, begun, bring, fail, pause, takeOvers, atWork: () => atWork }
}

describe('work that is leased', () => {
  it('a job that is claimed again while it runs starts once the first run, which is aborted, has ended', async () => {
    const { begun, bring, atWork } = start(2)
    await bring(1)
    await bring(1)
    expect([begun.length, begun[0]?.controller.signal.aborted, atWork()]).toEqual([1, true, 1])
    begun[0]?.end()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    expect(begun[1]?.controller.signal.aborted).toBe(false)
  })

  it('never runs more jobs than allowed, and can end each of them', async () => {
    const { work, begun, bring, atWork } = start(2)
    await bring(1)
    await bring(1)
    begun[0]?.end()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    await bring(2, 3)
    expect([begun.length, atWork()]).toEqual([3, 2])
    work.abandon(1)
    expect(begun[1]?.controller.signal.aborted).toBe(true)
  })

  it('is stopped only when everything has ended', async () => {
    const { work, begun, bring, atWork } = start(2)
    await bring(1)
    await bring(1)
    begun[0]?.end()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    const stopping = work.stop().then(() => atWork())
    await turn()
    begun[1]?.end()
    expect(await stopping).toBe(0)
  })

  it('nothing is taken over for a while after an outage of the database', async () => {
    let now = 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const { work, bring, fail, takeOvers } = start(2)
    await bring()
    expect(takeOvers.splice(0)).toEqual([true])
    fail(new AppError('unavailable', 'away'))
    await bring()
    fail(undefined)
    now += 14_999
    await bring()
    expect(takeOvers.splice(0)).toEqual([false])
    // A worker was too busy to look for jobs, but could not renew a lease.
    work.noteFailure(new AppError('unavailable', 'away'))
    now += 14_999
    await bring()
    work.noteFailure(new Error('a bug'))
    now += 1
    await bring()
    expect(takeOvers).toEqual([false, true])
  })

  it('nothing is taken over for a while after the database was silent, although no query failed', async () => {
    let now = 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const { bring, pause, takeOvers } = start(2)
    const silence = () => {
      now += 20_000
    }
    pause(silence)
    await bring()
    pause()
    now += 14_999
    await bring()
    now += 1
    await bring()
    expect(takeOvers.splice(0)).toEqual([false, false, true])
    // It told the time before it was silent.
    pause(undefined, silence)
    await bring()
    pause()
    await bring()
    expect(takeOvers).toEqual([true, false])
  })
})
