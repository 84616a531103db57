import { expect, test } from 'vitest'
import { meaningOf } from '../../modules/knowledge/retrieval/vectors/embedder.testing.ts'
import {
  copyVector,
  cosinesOf,
  countVectors,
  emptyBlock,
  hasVector,
  putVector,
  readBlock,
  toUnit,
  writeBlock,
} from './vector-block.ts'

const unit = (text: string) => toUnit(meaningOf(text, 387)) ?? new Float32Array(387)
const exact = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

test('one byte per number hardly changes a cosine', () => {
  const texts = ['a car is red', 'an automobile is fast', 'bread and butter']
  const block = emptyBlock(3, 387)
  for (const [at, text] of texts.entries()) putVector(block, at, meaningOf(text, 387))
  const question = unit('the red car')
  for (const [at, cosine] of cosinesOf(block, question).entries())
    expect(cosine).toBeCloseTo(exact(question, unit(texts[at] ?? '')), 2)
})

test('reads what was written, at any byte offset', () => {
  const block = emptyBlock(2, 5)
  putVector(block, 1, Float32Array.from([1, -2, 3, 0, 0.5]))
  const shifted = new Uint8Array([9, ...writeBlock(block)]).subarray(1)
  expect(readBlock(shifted, 5)).toEqual(block)
  expect(() => readBlock(shifted, 17)).toThrow(RangeError)
})

test('a passage without a vector, or with a zero vector, has no cosine', () => {
  const block = emptyBlock(3, 4)
  putVector(block, 0, Float32Array.from([1, 1, 0, 0]))
  putVector(block, 1, new Float32Array(4))
  expect([0, 1, 2].map((at) => hasVector(block, at))).toEqual([true, false, false])
  expect(countVectors(block)).toBe(1)
  const [first, second, third] = cosinesOf(block, Float32Array.from([1, 0, 0, 0]))
  expect(first).toBeCloseTo(Math.SQRT1_2, 2)
  expect([second, third]).toEqual([Number.NaN, Number.NaN])
})

test('copies a vector to another block unchanged', () => {
  const from = emptyBlock(1, 3)
  putVector(from, 0, Float32Array.from([3, 4, 0]))
  const to = emptyBlock(2, 3)
  copyVector(from, 0, to, 1)
  expect(cosinesOf(to, Float32Array.from([0, 1, 0]))[1]).toBeCloseTo(0.8, 2)
  expect(hasVector(to, 0)).toBe(false)
})
