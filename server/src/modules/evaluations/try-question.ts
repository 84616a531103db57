import { EVALUATION_LIMITS, type ExpectedPassage, type Passage, type QuestionOutcome } from '@bellwether/wire'
import { matchPassages } from './match-passages.ts'
import { measure, rounded, toRanks } from './measure.ts'

export interface AskedQuestion {
  id: string
  question: string
  expected: readonly ExpectedPassage[]
}

/** Evaluates the passages that a question found. Pure. */
export function measureQuestion({ expected }: AskedQuestion, passages: readonly Passage[]): QuestionOutcome {
  const matches = matchPassages(expected, passages)
  const ranks = toRanks(expected.length, matches)
  const first = matches.findIndex((match) => match.length > 0)
  return {
    ...measure(ranks),
    found_rank: first < 0 ? null : first + 1,
    ranks,
    passages: passages.slice(0, EVALUATION_LIMITS.passagesShown).map((passage, at) => ({
      rank: at + 1,
      file_id: passage.file_id,
      filename: passage.filename,
      page: passage.page ?? passage.slide,
      start: passage.start,
      end: passage.end,
      similarity: passage.similarity,
      expected: matches[at] ?? [],
      text: toBeginning(passage.text),
    })),
  }
}

/** The form that is stored and returned. */
export const toShown = (outcome: QuestionOutcome): QuestionOutcome => ({
  ...outcome,
  recall: rounded(outcome.recall),
  ndcg: rounded(outcome.ndcg),
  reciprocal_rank: rounded(outcome.reciprocal_rank),
})

function toBeginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const maxLength = EVALUATION_LIMITS.passageText
  // Does not split a surrogate pair.
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
