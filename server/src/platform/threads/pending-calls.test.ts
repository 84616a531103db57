import { describe, expect, it, vi } from 'vitest'
import { PendingCalls } from './pending-calls.ts'

const makeCall = () => ({ resolve: vi.fn(), reject: vi.fn() })

describe('pending calls', () => {
  it('are found by their id until they are taken', () => {
    const calls = new PendingCalls<string>()
    const [one, other] = [makeCall(), makeCall()]
    const [first, second] = [calls.add(one), calls.add(other)]
    expect(calls.size).toBe(2)
    expect(calls.take(first)).toBe(one)
    expect(calls.take(first)).toBeUndefined()
    expect(calls.get(first)).toBeUndefined()
    expect(calls.get(second)).toBe(other)
    expect(calls.size).toBe(1)
  })

  it('never get the answer of an earlier call in the same place', () => {
    const calls = new PendingCalls<string>()
    const early = calls.add(makeCall())
    calls.take(early)
    const late = makeCall()
    const id = calls.add(late)
    expect(id).not.toBe(early)
    expect(calls.get(early)).toBeUndefined()
    expect(calls.take(early)).toBeUndefined()
    expect(calls.take(id)).toBe(late)
  })

  it('keep no more places than calls wait at once', () => {
    const calls = new PendingCalls<string>()
    const places = new Set<number>()
    for (let at = 0; at < 1000; at++) {
      const id = calls.add(makeCall())
      places.add(id % 2 ** 20)
      calls.take(id)
    }
    expect(places.size).toBe(1)
  })

  it('are all rejected when the thread ends, and new ones can wait', () => {
    const calls = new PendingCalls<string>()
    const waiting = [makeCall(), makeCall(), makeCall()]
    const ids = waiting.map((call) => calls.add(call))
    calls.take(ids[1] as number)
    const error = new Error('ended')
    calls.rejectAll(error)
    expect(waiting.map(({ reject }) => reject.mock.calls)).toEqual([[[error]], [], [[error]]])
    expect(calls.size).toBe(0)
    const next = makeCall()
    expect(calls.take(calls.add(next))).toBe(next)
  })

  it('may add calls while they are rejected', () => {
    const calls = new PendingCalls<string>()
    const again = makeCall()
    let id = 0
    calls.add({
      resolve: vi.fn(),
      reject() {
        id = calls.add(again)
      },
    })
    calls.rejectAll(new Error('ended'))
    expect(calls.take(id)).toBe(again)
  })
})
