import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { untilAvailable } from './until-available.ts'

const never = new AbortController().signal

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
    const work = failing(new AppError('unavailable', 'away'))
    expect(await untilAvailable(work, never)).toBe('done')
    expect(work.calls).toBe(2)
  })

  it.each([
    ['another error', new Error('a bug')],
    ['a refusal', new AppError('forbidden', 'no')],
    ['an outage of a provider', new AppError('unavailable', 'overloaded', { fromProvider: true })],
  ])('is not repeated after %s', async (_name, error) => {
    const work = failing(error)
    await expect(untilAvailable(work, never)).rejects.toBe(error)
    expect(work.calls).toBe(1)
  })

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController()
    const work = failing(new AppError('unavailable', 'away'))
    const waiting = untilAvailable(work, controller.signal)
    controller.abort(new Error('stopping'))
    await expect(waiting).rejects.toThrow('stopping')
    expect(work.calls).toBe(1)
  })
})
