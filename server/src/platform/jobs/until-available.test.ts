import { say } from '@bellwether/wire'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError, unavailable } from '../errors.ts'
import { untilAvailable } from './until-available.ts'

const never = new AbortController().signal
const away = () => unavailable(say('server.database_unreachable'), 5)

/** Fails with these errors, then succeeds. */
function failing(...errors: Error[]) {
  const work = async () => {
    work.calls++
    const error = errors.shift()
    if (error) throw error
    return 'done'
  }
  work.calls = 0
  return work
}

describe('work that waits for the database', () => {
  it('is repeated after an outage', async () => {
    const work = failing(away())
    expect(await untilAvailable(work, never)).toBe('done')
    expect(work.calls).toBe(2)
  })

  it.each([
    ['another error', new Error('a bug')],
    ['a refusal', new AppError('forbidden', 'no')],
    [
      'an outage of a provider',
      new AppError('unavailable', 'overloaded', { fromProvider: true, retryAfter: 5 }),
    ],
    ['an error that does not pass by itself', unavailable(say('server.secret_unreadable'))],
  ])('is not repeated after %s', async (_name, error) => {
    const work = failing(error)
    await expect(untilAvailable(work, never)).rejects.toBe(error)
    expect(work.calls).toBe(1)
  })

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController()
    const work = failing(away())
    const waiting = untilAvailable(work, controller.signal)
    controller.abort(new Error('stopping'))
    await expect(waiting).rejects.toThrow('stopping')
    expect(work.calls).toBe(1)
  })

  it('fails in the end, even if the outage lasts', async () => {
    let now = 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const last = away()
    const work = failing(away(), last)
    const slow = () => {
      now += 15 * 60_000
      return work()
    }
    await expect(untilAvailable(slow, never)).rejects.toBe(last)
    expect(work.calls).toBe(2)
  })
})
