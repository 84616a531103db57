import { describe, expect, it } from 'vitest'
import { userCaller } from '../../tools/tool.contract.ts'
import { createAnswerSlots } from './answer-slots.ts'

const HOUR = 3600
const ada = { caller: userCaller({ userId: 7 }) }
const kim = { caller: userCaller({ userId: 8 }) }

const never = new AbortController().signal
const busy = { code: 'too_many_requests' }

describe('limits of simultaneous answers', () => {
  it('limits each person separately', async () => {
    const slots = createAnswerSlots({ perPerson: 2, perKey: 100 })
    const leave = await slots.take(ada)
    await slots.take(ada)
    await expect(slots.take(ada)).rejects.toThrow('2')
    await slots.take(kim)
    leave()
    leave()
    await slots.take(ada)
    await expect(slots.take(ada)).rejects.toThrow('2')
  })

  it('allows none with a limit of 0', async () => {
    await expect(createAnswerSlots({ perPerson: 0, perKey: 100 }).take(ada)).rejects.toThrow('0')
  })

  it('forgets answers that have run for longer than any answer takes', async () => {
    let now = 0
    const slots = createAnswerSlots({ perPerson: 2, perKey: 100 }, () => now)
    await slots.take(ada)
    now += HOUR
    await slots.take(ada)
    await expect(slots.take(ada)).rejects.toThrow('2')
    now += 1.5 * HOUR
    await slots.take(ada)
    await expect(slots.take(ada)).rejects.toThrow('2')
  })
})

describe('slots for tests', () => {
  const limits = { perPerson: 1, perKey: 10 }

  it('are given in order, and leave chats free', async () => {
    const slots = createAnswerSlots(limits)
    const first = await slots.waitForTest(ada, never)
    const order: string[] = []
    const second = slots.waitForTest(ada, never).then((release) => {
      order.push('second')
      return release
    })
    const third = slots.waitForTest(ada, never).then((release) => {
      order.push('third')
      return release
    })
    const chat = await slots.take(ada)
    await expect(slots.take(ada)).rejects.toMatchObject(busy)
    expect(order).toEqual([])
    first()
    const release = await second
    expect(order).toEqual(['second'])
    release()
    ;(await third)()
    expect(order).toEqual(['second', 'third'])
    chat()
  })

  it('are not waited for without an end', async () => {
    const slots = createAnswerSlots(limits, undefined, 1)
    await slots.waitForTest(ada, never)
    await expect(slots.waitForTest(ada, never)).rejects.toMatchObject(busy)
  })

  it('are not kept by a test that was cancelled while it waited', async () => {
    const slots = createAnswerSlots(limits)
    const first = await slots.waitForTest(ada, never)
    const cancelled = new AbortController()
    const waiting = slots.waitForTest(ada, cancelled.signal)
    cancelled.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    first()
    await slots.waitForTest(ada, never)
  })
})
