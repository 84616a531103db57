import { EVALUATION_LIMITS, type ExpectedPassage, type Passage, type QuestionOutcome } from '@bellwether/wire'
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

type PlacedPassage = Pick<
  Passage,
  'file_id' | 'filename' | 'text' | 'start' | 'end' | 'page' | 'page_end' | 'slide'
>

/** For each passage that was found, the indexes of the expected passages it matches. Pure. */
export function matchPassages(
  expected: readonly ExpectedPassage[],
  passages: readonly PlacedPassage[],
): number[][] {
  const quotes = expected.map(({ quote }) => (quote === undefined ? undefined : toLetters(quote)))
  return passages.map((passage) => {
    const letters = toLetters(passage.text)
    return expected.flatMap((expectedPassage, at) =>
      isExpected(expectedPassage, quotes[at], passage, letters) ? [at] : [],
    )
  })
}

function isExpected(
  expected: ExpectedPassage,
  quote: string | undefined,
  passage: PlacedPassage,
  letters: string,
): boolean {
  if (!isOfFile(expected, passage)) return false
  const { start, end, page } = expected
  if (quote !== undefined && letters.includes(quote)) return true
  if (start !== undefined && end !== undefined && start < passage.end && passage.start < end) return true
  if (page !== undefined && isOnPage(page, passage)) return true
  return quote === undefined && start === undefined && page === undefined
}

const isOnPage = (page: number, passage: PlacedPassage): boolean => {
  const first = passage.page ?? passage.slide
  return first !== null && page >= first && page <= (passage.page_end ?? first)
}

/** A file that is uploaded again has a new id and the same name. */
const isOfFile = (expected: ExpectedPassage, passage: PlacedPassage): boolean =>
  expected.file_id === passage.file_id || expected.filename === passage.filename

/**
 * Removes spaces, line breaks and hyphens at line ends, and normalizes ligatures and accents: document readers differ
 * in all of these.
 */
const toLetters = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\u00AD\u200B\u2060\uFEFF]+/gu, '')
