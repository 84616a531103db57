import { expect, test } from 'vitest'
import { rounded } from './scoring.ts'

test.each([
  [1.005, 1.01],
  [8.575, 8.58],
  [8.574, 8.57],
  [1.335 * 2, 2.67],
  [100 / 3, 33.33],
  [10, 10],
  [0, 0],
])('%d is rounded to %d', (value, written) => {
  expect(rounded(value)).toBe(written)
})
