import { EVALUATION_LIMITS, type Passage } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { measureQuestion } from './try-question.ts'

const passage = (text: string, filename = 'b.txt'): Passage => ({
  collection: '1',
  file_id: filename,
  ordinal: 0,
  title: filename,
  filename,
  source_url: null,
  page: null,
  page_end: null,
  time: null,
  slide: 3,
  sheet: null,
  heading: '',
  start: 0,
  end: text.length,
  text,
  similarity: 0.8,
  scores: { fused: 1, words: 1, grams: 1, vectors: null },
})

it('shows the beginning of the first passages, but counts all of them', () => {
  const long = `${'two\n  words '.repeat(9)}${'🦩'.repeat(50)}`
  const passages = [...Array.from({ length: 11 }, () => passage(long)), passage('here', 'a.txt')]
  const outcome = measureQuestion(
    { id: '1', question: 'Where?', expected: [{ filename: 'a.txt' }] },
    passages,
  )
  expect(outcome).toMatchObject({ found_rank: 12, ranks: [12], recall: 1, ndcg: 0 })
  expect(outcome.passages).toHaveLength(EVALUATION_LIMITS.passagesShown)
  const shown = outcome.passages[0]
  expect(shown).toMatchObject({ rank: 1, page: 3, expected: [] })
  expect(shown?.text).toMatch(/^two words two words .*🦩…$/u)
  expect(shown?.text.length).toBeLessThanOrEqual(EVALUATION_LIMITS.passageText)
  expect(shown?.text).not.toMatch(/\p{Surrogate}/u)
})
