import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGramCounter } from './gram-counter.ts'
import type { Language } from './language.ts'
import { toTerms } from './terms.ts'

const TEXTS = [
  'The quick brown fox, which is 40 years old, is of the Forest.',
  'La ciudad está en la costa; el año pasado llegó la lluvia. Ñandú y pingüino.',
  "L'aigua de la font és fresca: col·legi, òpera.",
  'ﬁnal ﬁsh ½ cup™ x² 漢字 a\u0301 e\u0301xito 😀 smile',
  `${'abcdefghij'.repeat(6)} tail`,
  '',
]
const languages: Language[] = ['en', 'es', 'ca', 'other']

function count(text: string, language: Language, wanted: readonly number[]): Map<number, number> {
  const counts = createGramCounter(wanted)(text, language)
  return new Map(wanted.map((gram, at) => [gram, counts[at] ?? 0]))
}

function expected(text: string, language: Language): Map<number, number> {
  const counts = new Map<number, number>()
  for (const gram of toTerms(text, language).grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return counts
}

test.each(languages)('counts the grams that a text is indexed by (%s)', (language) => {
  for (const text of TEXTS) {
    const all = expected(text, language)
    expect(count(text, language, [...all.keys()])).toEqual(all)
  }
})

test('counts any text as it is indexed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(...languages),
      (text, language) => {
        const all = expected(text, language)
        expect(count(text, language, [...all.keys()])).toEqual(all)
      },
    ),
  )
})

test('counts only the grams that are wanted', () => {
  const [first] = toTerms('forest', 'en').grams
  expect(count('A forest is a forest.', 'en', [first as number])).toEqual(new Map([[first, 2]]))
})
