import { expect, it, vi } from 'vitest'
import { watchIdle } from './idle-memory.ts'

const BUSY = 0.5
const IDLE = 0.001

it('collects garbage twice per idle period, at most once a minute', () => {
  const collect = vi.fn()
  const look = watchIdle(collect)
  const collected = (...utilizations: number[]) => {
    collect.mockClear()
    for (const one of utilizations) look(one)
    return collect.mock.calls.length
  }
  expect(collected(BUSY, IDLE)).toBe(0)
  expect(collected(IDLE)).toBe(1)
  expect(collected(IDLE)).toBe(1)
  expect(collected(...Array<number>(100).fill(IDLE))).toBe(0)
  expect(collected(BUSY, IDLE, BUSY, IDLE)).toBe(0)
  expect(collected(IDLE, IDLE)).toBe(2)
  expect(collected(BUSY, IDLE, IDLE, IDLE)).toBe(0)
  expect(collected(...Array<number>(20).fill(IDLE))).toBe(2)
})
