import { expect, test } from 'vitest'
import { createSaving } from './saving.ts'

const savesOf = (passages: number, msOfCall: number): number => {
  const saving = createSaving(passages, 8, 0)
  const calls = Array.from({ length: Math.ceil(passages / 64) }, (_, at) => at + 1)
  return calls.filter((call) => saving.isDue(call * msOfCall)).length
}

test('a long document is not saved too often, and a slow one often enough', () => {
  expect(savesOf(64 * 16, 100)).toBe(2)
  expect(savesOf(50_000, 100)).toBeLessThanOrEqual(10)
  expect(savesOf(50_000, 5000)).toBe(97)
})
