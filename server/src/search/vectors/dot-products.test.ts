import { expect, test } from 'vitest'
import { dotProducts } from './dot-products.ts'

const bytes = (length: number, seed: number) =>
  Int8Array.from({ length }, (_, at) => ((at * 7919 + seed * 104_729) % 255) - 127)

test.each([
  ['one row', 1, 16],
  ['none', 0, 32],
  ['more rows than fit at once', 5000, 768],
  ['the longest', 100, 16_384],
])('products of bytes: %s', (_name, rows, length) => {
  const question = bytes(length, 1)
  const all = bytes(rows * length, 2)
  const products = dotProducts(all, question)
  expect(products).toHaveLength(rows)
  for (let row = 0; row < rows; row += 97) {
    const own = all.subarray(row * length, (row + 1) * length)
    expect(products[row]).toBe(own.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0))
  }
})

test('nothing overflows', () => {
  const least = new Int8Array(16_384).fill(-127)
  expect([...dotProducts(least, least)]).toEqual([16_384 * 127 * 127])
})
