import { expect, test } from 'vitest'
import type { Language } from '../platform/text/language.ts'
import { KnowledgeIndex } from './knowledge-index.ts'
import type { StoredSegment } from './postings/parts.ts'
import { buildSegment, writeSegment } from './postings/segment.ts'

const MANY = 1e9
const segment = (id: number, texts: string[], language: Language = 'en'): StoredSegment => ({
  id,
  file: id * 10,
  bytes: writeSegment(buildSegment(texts, language)),
})

const BIOLOGY = segment(1, [
  'Photosynthesis turns light into chemical energy inside chloroplasts.',
  'Mitochondria release energy by cellular respiration.',
])
const HISTORY = segment(2, ['The French Revolution began in 1789 with the storming of the Bastille.'])
const SPANISH = segment(3, ['Las mitocondrias liberan la energía de los alimentos en la célula.'], 'es')

function indexOf(...segments: StoredSegment[]): KnowledgeIndex {
  const index = new KnowledgeIndex(MANY)
  index.want(
    1,
    segments.map(({ id }) => id),
  )
  index.add(1, segments)
  return index
}

test('the best match comes first, with its location', () => {
  const [best] = indexOf(BIOLOGY, HISTORY).search([1], 'How do mitochondria release energy?', 5)
  expect(best).toMatchObject({ base: 1, file: 10, ordinal: 1 })
  expect(best?.similarity).toBeGreaterThan(0.7)
})

test('a misspelled word is found by its letters', () => {
  const [best] = indexOf(BIOLOGY, HISTORY).search([1], 'fotosyntesis', 5)
  expect(best).toMatchObject({ file: 10, ordinal: 0 })
})

test.each([
  ['of one passage', 1],
  ['in which every passage has the word', 12],
])('in a small base, %s, a word that is there counts', (_name, count) => {
  const note = segment(
    4,
    Array.from({ length: count }, (_, at) => `Rome fell in ${476 + at}. Byzantium went on.`),
  )
  for (const question of ['fall of Rome', 'The history of Rome', 'Why did Byzantium survive?'])
    expect(indexOf(note).search([1], question, 5)[0]?.similarity).toBeGreaterThan(0.2)
})

test('unrelated passages have a low similarity', () => {
  const results = indexOf(BIOLOGY, HISTORY).search([1], 'Who painted the ceiling of the Sistine Chapel?', 5)
  for (const { similarity } of results) expect(similarity).toBeLessThan(0.2)
})

test('several bases are ranked as one', () => {
  const index = indexOf(BIOLOGY)
  index.want(2, [2])
  index.add(2, [HISTORY])
  const results = index.search([1, 2], 'when did the French Revolution begin', 5)
  expect(results[0]).toMatchObject({ base: 2, file: 20, ordinal: 0 })
})

test('each document is searched in its own language', () => {
  const results = indexOf(BIOLOGY, SPANISH).search([1], '¿Qué libera la mitocondria?', 5)
  expect(results[0]).toMatchObject({ file: 30 })
  expect(results[0]?.similarity).toBeGreaterThan(0.7)
})

test('many small documents, merged into one list, are found as before', () => {
  const texts = Array.from({ length: 30 }, (_, at) => `Lesson ${at} is about topic${at} and nothing else.`)
  const index = indexOf(...texts.map((text, at) => segment(at + 1, [text])))
  for (const at of [0, 7, 29])
    expect(index.search([1], `topic${at}`, 1)[0]).toMatchObject({ file: (at + 1) * 10 })
})

test('a deleted document is not found, and the others still are', () => {
  const index = indexOf(BIOLOGY, HISTORY)
  expect(index.want(1, [2, 3])).toEqual([3])
  index.add(1, [SPANISH])
  expect(index.search([1], 'photosynthesis chloroplasts', 5).map(({ file }) => file)).not.toContain(10)
  expect(index.search([1], 'Bastille', 5)[0]).toMatchObject({ file: 20 })
})

test('evicts the least recently searched base first', () => {
  const index = new KnowledgeIndex(1)
  for (const base of [1, 2]) {
    index.want(base, [1])
    index.add(base, [BIOLOGY])
  }
  expect([index.has(1), index.has(2)]).toEqual([false, true])
})

test('a base that was evicted while loading does not consist of its new files only', () => {
  const index = new KnowledgeIndex(1)
  index.want(1, [1])
  index.add(1, [BIOLOGY])
  expect(index.want(1, [1, 2])).toEqual([2])
  index.want(2, [3])
  index.add(2, [SPANISH])
  expect(index.add(1, [HISTORY])).toBe(false)
  expect(index.has(1)).toBe(false)
})

test('does not evict a base that is about to be searched', () => {
  const index = new KnowledgeIndex(1)
  for (const base of [1, 2, 3]) index.want(base, [1])
  index.add(1, [BIOLOGY])
  for (const base of [1, 2, 3]) index.want(base, [1])
  index.add(2, [BIOLOGY], [], { inUse: [1] })
  expect([1, 2, 3].map((base) => index.has(base))).toEqual([true, true, false])
})

test('an empty base and an empty question find nothing', () => {
  const index = new KnowledgeIndex(MANY)
  index.want(1, [])
  index.add(1, [])
  expect(index.search([1], 'anything', 5)).toEqual([])
  expect(indexOf(BIOLOGY).search([1], 'the of and', 5)).toEqual([])
})

test('a passage that is close to the context of a question only is similar, too', () => {
  const question =
    'The storming of the Bastille shook Paris. Which cellular organs release energy by respiration?'
  const results = indexOf(BIOLOGY, HISTORY).search([1], question, 5)
  expect(results[0]).toMatchObject({ file: 10, ordinal: 1 })
  expect(results.find(({ file }) => file === 20)?.similarity).toBeGreaterThan(0.1)
})
