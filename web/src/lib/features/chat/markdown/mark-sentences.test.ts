import { expect, it } from 'vitest'
import { findSentences } from './mark-sentences.ts'

/** What is marked. */
const marked = (texts: string[], ...sentences: string[]): string[] =>
  findSentences(texts, sentences).map(({ text, start, end }) => texts[text]?.slice(start, end) ?? '')

it('finds a sentence whatever Markdown made of it', () => {
  expect(
    marked(['Short answer.', ' Water is ', 'split', '.'], '**Short answer.**', 'Water is _split_.'),
  ).toEqual(['Short answer', 'Water is', 'split'])
})

it('finds the same sentence twice, in the order of the text', () => {
  expect(findSentences(['It is. It is.'], ['It is.', 'It is.'])).toEqual([
    { text: 0, start: 0, end: 5 },
    { text: 0, start: 7, end: 12 },
  ])
})

it('leaves out what the page does not show', () => {
  expect(marked(['See this.'], 'See [this](https://example.org).', '…')).toEqual([])
})
