import { expect, test } from 'vitest'
import { toPart } from '../postings/parts.ts'
import { buildSegment, writeSegment } from '../postings/segment.ts'
import { createSpelling } from './spelling.ts'

const TEXT = 'Collateral secures a loan. The élasticité of demand, photosynthesis, costs, Gesellschaft.'
const part = toPart(1, { id: 1, file: 1, bytes: writeSegment(buildSegment([TEXT], 'other')) })
const near = (word: string, isKnown = false) => createSpelling([part], () => isKnown).near(word, [1])?.words

test('keeps the longer words of a document, without accents', () => {
  expect(part.vocabulary).toEqual([
    ...['collateral', 'costs', 'demand', 'elasticite', 'gesellschaft', 'loan', 'photosynthesis', 'secures'],
  ])
})

test.each([
  ['colateral', 'a letter left out'],
  ['collatteral', 'one too many'],
  ['collatoral', 'a wrong one'],
  ['collaetral', 'two swapped'],
  ['colaterral', 'two mistakes in a long word'],
])('finds the word that was meant by %s: %s', (word) => {
  expect(near(word)).toEqual(['collateral'])
})

test.each([
  ['most', 'a short word has neighbors by chance'],
  ['dimunds', 'two mistakes in a word that is not long'],
  ['b2b45', 'no word'],
  ['x'.repeat(100_000), 'no word, either'],
])('leaves %s: %s', (word) => {
  expect(near(word)).toBeUndefined()
})

test('leaves a word that documents have, however it is written', () => {
  expect(near('colateral', true)).toBeUndefined()
})

test('compares only some of many unknown words', () => {
  const spelling = createSpelling([part], () => false)
  for (let at = 0; at < 20; at++) spelling.near('unknown', [1])
  expect(spelling.near('colateral', [1])).toBeUndefined()
})
