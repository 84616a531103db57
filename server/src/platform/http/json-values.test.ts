import { expect, it } from 'vitest'
import { hasMoreValues } from './json-values.ts'

const isOver = (text: string, limit: number) => hasMoreValues(Buffer.from(text), limit)

it('counts values, lists and objects, whatever texts contain', () => {
  expect(isOver('[1, 2, {"a": 3}]', 5)).toBe(false)
  expect(isOver('[1, 2, {"a": 3}]', 4)).toBe(true)
  expect(isOver('["[,{,[,{", "\\",[,", "\\\\"]', 4)).toBe(false)
  expect(isOver('["\\\\", [], [], []]', 4)).toBe(true)
  expect(isOver('[[[[[[', 4)).toBe(true)
})
