import { expect, it } from 'vitest'
import { suggestQuestions } from './questions.ts'

const words = {
  about: (topic: string) => `About ${topic}?`,
  meaning: (start: string) => `Meaning of ${start}?`,
  rubric: 'Criteria?',
  overview: 'Overview?',
}
const passage = (heading: string, text = 'Leaves are green because of their chlorophyll. More.') => ({
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
    'Meaning of Leaves are green because of their chlorophyll?',
  ])
})

it('asks about the beginnings of passages when there are no headings', () => {
  expect(suggestQuestions([passage('')], words, false)).toEqual([
    'Meaning of Leaves are green because of their chlorophyll?',
  ])
  expect(suggestQuestions([passage('', 'Leaf')], words, false)).toEqual(['Overview?'])
})

it('keeps the last slot for the rubric', () => {
  const passages = ['A one', 'B two', 'C three'].map((heading) => passage(heading))
  expect(suggestQuestions(passages, words, true)).toEqual(['About A one?', 'About B two?', 'Criteria?'])
  expect(suggestQuestions([], words, false)).toEqual([])
})
