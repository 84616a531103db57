import { expect, it } from 'vitest'
import { type ShownApproval, secondsLeft, toClock, withApproval } from './approvals.ts'

const approval: ShownApproval = {
  id: 'a',
  assistant_id: 1,
  trace_id: 't',
  tool: 'patch_file',
  function: 'patch_file',
  input: {},
  state: 'waiting',
  created_at: 1000,
  expires_at: 1300,
}

it('keeps one card per call, and the local decision', () => {
  const waiting = withApproval([], approval)
  const rejected = withApproval(waiting, { ...approval, state: 'rejected', reason: 'not now' })
  expect(withApproval(rejected, { ...approval, state: 'rejected' })).toEqual([
    { ...approval, state: 'rejected', reason: 'not now' },
  ])
})

it('counts down to zero, and never starts above the whole waiting time', () => {
  expect(secondsLeft(approval, 1_290_500)).toBe(10)
  expect(secondsLeft(approval, 1_400_000)).toBe(0)
  expect(secondsLeft(approval, 900_000)).toBe(300)
  expect(toClock(245)).toBe('4:05')
})
