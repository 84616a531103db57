import { expect, it } from 'vitest'
import { suggestQuestions } from './starter-questions.ts'

const words = {
  about: ({ topic }: { topic: string }) => `About ${topic}?`,
  meaning: ({ term }: { term: string }) => `Meaning of ${term}?`,
  rubric: 'Criteria?',
}
const passage = (
  heading: string,
  text = 'Three molecules of carbon dioxide make one sugar. Stomata are small pores. It is a leaf.',
) => ({
  heading,
  text,
})

it('asks about the headings, without duplicates and generic ones', () => {
  const passages = [
    passage('Introduction'),
    passage('Leaf › 2.1 Pigments'),
    passage('Leaf › 2.1 Pigments'),
    passage('Light'),
  ]
  expect(suggestQuestions(passages, words, false)).toEqual([
    'About Pigments?',
    'About Light?',
    'Meaning of Stomata?',
  ])
})

it('asks about defined terms when there are no headings, and never about half a sentence', () => {
  expect(suggestQuestions([passage('')], words, false)).toEqual(['Meaning of Stomata?'])
  expect(suggestQuestions([passage('', 'Leaf')], words, false)).toEqual([])
})

it.each([
  ['The Calvin cycle is a series of reactions.', 'Calvin cycle'],
  ['Un enzima es una proteína.', 'enzima'],
  ['La fotosíntesi és el procés de les plantes.', 'fotosíntesi'],
  ['- Osmosis means the movement of water.', 'Osmosis'],
  ['This is a leaf. What is the point? Each of the three is a cell.', undefined],
])('finds the defined term in %j', (text, term) => {
  expect(suggestQuestions([passage('', text)], words, false)).toEqual(
    term === undefined ? [] : [`Meaning of ${term}?`],
  )
})

it('keeps the last slot for the rubric', () => {
  const passages = ['A one', 'B two', 'C three'].map((heading) => passage(heading))
  expect(suggestQuestions(passages, words, true)).toEqual(['About A one?', 'About B two?', 'Criteria?'])
  expect(suggestQuestions([], words, false)).toEqual([])
})
