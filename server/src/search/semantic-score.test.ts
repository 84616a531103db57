import { expect, test } from 'vitest'
import { BACKGROUND_TEXTS } from '../modules/knowledge/retrieval/vectors/embed-query.ts'
import { meaningOf } from '../modules/knowledge/retrieval/vectors/embedder.testing.ts'
import { KnowledgeIndex } from './knowledge-index.ts'
import { buildSegment, writeSegment } from './postings/segment.ts'
import { addMeaning, fuse } from './ranking/fuse.ts'
import { pickBest } from './ranking/pick-best.ts'
import { createMeasure, type EmbeddedQuestion } from './vectors/semantic-score.ts'
import { emptyBlock, putVector, toUnit, writeBlock } from './vectors/vector-block.ts'

const SIZE = 512
const TEXTS = [
  'Automobiles are driven by motors.',
  'A physician cures the sick.',
  'Bread is baked from flour and water.',
  'The moon causes the tides of the sea.',
  'Parliament makes laws.',
]

const toMeaning = (question: string, make = meaningOf, model = 'm'): EmbeddedQuestion => {
  const vector = toUnit(make(question, SIZE)) ?? new Float32Array(SIZE)
  const background = BACKGROUND_TEXTS.map((text) => {
    const other = toUnit(make(text, SIZE)) ?? new Float32Array(SIZE)
    return vector.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
  })
  return { model, vector, background }
}

function vectorsOf(
  id: number,
  file: number,
  texts: readonly string[],
  model = 'm',
  make = meaningOf,
  size = SIZE,
) {
  const block = emptyBlock(texts.length, size)
  for (const [at, text] of texts.entries()) putVector(block, at, make(text, size))
  return { id, file, model, dimension: size, bytes: writeBlock(block) }
}

function indexOf(texts: readonly string[], base = 1, index = new KnowledgeIndex(1e9)): KnowledgeIndex {
  const bytes = writeSegment(buildSegment(texts, 'en'))
  index.want(base, [base])
  index.add(base, [{ id: base, file: base * 10, bytes }])
  return index
}

test('a passage is found by meaning, without sharing words with the question', () => {
  const index = indexOf(TEXTS)
  expect(index.search([1], 'cars with engines', 5)).toEqual([])
  index.add(1, [], [vectorsOf(1, 10, TEXTS)])
  const [best, ...others] = index.search(
    [1],
    'cars with engines',
    5,
    new Map([[1, toMeaning('cars with engines')]]),
  )
  expect(best).toMatchObject({ file: 10, ordinal: 0, words: 0 })
  expect(best?.similarity).toBeGreaterThan(0.3)
  for (const { similarity } of others) expect(similarity).toBeLessThan(0.2)
})

test('a question about something else stays below the floor', () => {
  const index = indexOf(TEXTS)
  index.add(1, [], [vectorsOf(1, 10, TEXTS)])
  for (const question of ['penguins of Antarctica', 'medieval castles', 'jazz trumpet players']) {
    const results = index.search([1], question, 5, new Map([[1, toMeaning(question)]]))
    for (const { similarity } of results) expect(similarity).toBeLessThan(0.2)
  }
})

test('uninformative vectors change nothing', () => {
  const many = Array.from({ length: 300 }, (_, at) => `Lesson ${at} is about topic${at} and topic${at % 17}.`)
  const noise = (text: string, size: number) => meaningOf([...text].reverse().join(''), size)
  const index = indexOf(many)
  const ask = (at: number, meanings?: Map<number, EmbeddedQuestion>) =>
    index.search([1], `what is topic${at} in lesson ${at}`, 3, meanings).map(({ ordinal }) => ordinal)
  const before = [3, 40, 111, 250].map((at) => ask(at))
  index.add(1, [], [vectorsOf(1, 10, many, 'm', (text, size) => noise(`${text}x`, size ?? SIZE))])
  const after = [3, 40, 111, 250].map((at) => ask(at, new Map([[1, toMeaning(`alien${at} words${at}`)]])))
  expect(after.map(([first]) => first)).toEqual(before.map(([first]) => first))
})

test('vectors of another model or dimension are ignored', () => {
  const index = indexOf(TEXTS)
  index.add(1, [], [vectorsOf(1, 10, TEXTS, 'other')])
  const asked = new Map([[1, toMeaning('cars')]])
  expect(index.search([1], 'cars', 5, asked)).toEqual([])
  index.wantVectors(1, [])
  index.add(1, [], [vectorsOf(2, 10, TEXTS, 'm', meaningOf, 64)])
  expect(index.search([1], 'cars', 5, asked)).toEqual([])
})

test('two bases with different models are searched together', () => {
  const index = indexOf(TEXTS.slice(2), 2, indexOf(TEXTS.slice(0, 2)))
  const backwards = (text: string, size?: number) => meaningOf(text, size).reverse()
  index.add(1, [], [vectorsOf(1, 10, TEXTS.slice(0, 2))])
  index.add(2, [], [vectorsOf(2, 20, TEXTS.slice(2), 'n', backwards)])
  const both = (question: string) =>
    new Map([
      [1, toMeaning(question)],
      [2, toMeaning(question, backwards, 'n')],
    ])
  expect(index.search([1, 2], 'doctors', 5, both('doctors'))[0]).toMatchObject({ base: 1, ordinal: 1 })
  expect(index.search([1, 2], 'bread water', 5, both('bread water'))[0]).toMatchObject({
    base: 2,
    ordinal: 0,
  })
})

test('vectors count as memory, and are evicted with their base', () => {
  const index = new KnowledgeIndex(60_000)
  indexOf(TEXTS, 1, index)
  indexOf(TEXTS, 2, index)
  expect([index.has(1), index.has(2)]).toEqual([true, true])
  const many = Array.from({ length: 130 }, () => 'x')
  index.add(2, [], [vectorsOf(1, 20, many)])
  expect([index.has(1), index.has(2)]).toEqual([false, true])
  expect(index.wantVectors(2, [1, 2])).toEqual([2])
  index.wantVectors(2, [])
  indexOf(TEXTS, 1, index)
  expect([index.has(1), index.has(2)]).toEqual([true, true])
})

test.each([
  ['nothing by meaning', [], 0],
  ['far above chance', [{ list: 0, chunk: 1, score: 8 }], 1],
  ['a little above chance', [{ list: 0, chunk: 1, score: 0.5 }], 0],
])('fusion: %s', (_name, byMeaning, first) => {
  const byWords = [
    { list: 0, chunk: 0, score: 10 },
    { list: 0, chunk: 1, score: 4 },
  ]
  expect(addMeaning(fuse(byWords, byWords, 0), byMeaning)[0]?.chunk).toBe(first)
})

test('matches at chance level are left out, however many passages there are', () => {
  const rank = (cosines: Float32Array, background: readonly number[]) =>
    pickBest(createMeasure([cosines], background)?.all ?? [], 10)
  for (const count of [1, 2, 10, 1000])
    expect(rank(new Float32Array(count).fill(0.7), [0.7, 0.7, 0.7])).toEqual([])
  expect(rank(new Float32Array(3).fill(Number.NaN), [0.1])).toEqual([])
  const background = Array.from({ length: 24 }, (_, at) => 0.1 + (at % 5) * 0.02)
  expect(rank(Float32Array.from([0.6]), background)).toHaveLength(1)
})
