import { expect, test } from 'vitest'
import type { Language } from '../../platform/text/language.ts'
import { termsOf } from '../../platform/text/terms.ts'
import { type Question, toReadings } from './readings.ts'

const ENGLISH = new Set<Language>(['en'])
const termOf = (word: string) => termsOf(word, 'en')?.word

/** The number of words of each reading. */
const sizes = (question: Question) => toReadings(ENGLISH, question).all.map(({ words }) => words.length)

test('one sentence is one reading, without its stop words', () => {
  const { all, whole } = toReadings(ENGLISH, 'What is the price of bread?')
  expect(all).toEqual([whole])
  expect(whole.words.map(({ terms }) => terms)).toEqual([[termOf('price')], [termOf('bread')]])
})

test('a message is read as a whole, by its sentences, and after a colon', () => {
  expect(sizes('Good morning! I have homework: define collateral.\nThank you')).toEqual([6, 2, 1, 2, 1])
})

test('sentences also end without a space in scripts that have none', () => {
  expect(toReadings(new Set(['zh']), '你好！光合作用是什么？').all).toHaveLength(3)
})

test('a question is also read with the one before', () => {
  const { all, whole } = toReadings(ENGLISH, {
    text: 'And in France?',
    before: 'What does bread cost in Spain?',
  })
  expect(whole.words).toHaveLength(1)
  expect(all.map(({ words }) => words.length)).toEqual([1, 4])
})

test('without a word of its own, only the question before is left', () => {
  expect(sizes({ text: 'And why?', before: 'Does bread cost more?' })).toEqual([2])
  expect(sizes('And why?')).toEqual([])
})

test('a long message has few readings, and is read quickly whatever it consists of', () => {
  expect(sizes('Bread costs more. '.repeat(300)).length).toBeLessThanOrEqual(17)
  expect(sizes(`${'.'.repeat(100_000)}x`)).toEqual([])
  expect(sizes(`bread ${'.;'.repeat(50_000)}x`)).toEqual([1])
})
