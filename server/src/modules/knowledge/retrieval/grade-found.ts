import type { SearchGrade } from '@bellwether/wire'
import type { Placed } from './passages.ts'
import { gradeOf } from './question/grade.ts'
import { scoresByProximity } from './question/proximity.ts'
import { toLanguage } from './reindex/base-language.ts'
import type { Findings } from './search/rank-parts.ts'

/** Passages needed to grade a search. */
const JUDGED = 3
/** From 0 to 1: a passage this close in meaning need not share words with the question. */
const NEAR = 0.6
const RATHER_NEAR = 0.35

/** Grades a search by the words of the best passages, or by their meaning. */
export function gradeFound(findings: Findings, passages: readonly Placed[]): SearchGrade {
  const best = passages.slice(0, JUDGED)
  const byWords = gradeOf(
    findings,
    best.map(({ row }) => ({
      head: `${row.file_title || row.file_name}\n${row.heading}`,
      text: row.text,
      language: toLanguage(row.language),
    })),
  )
  const nearest = Math.max(0, ...best.map(({ chunk }) => chunk.vectors ?? 0))
  if (byWords === 'found' || nearest >= NEAR) return 'found'
  return byWords === 'perhaps' || nearest >= RATHER_NEAR ? 'perhaps' : 'nothing'
}

/** Best first, with the scores that say so. */
export function orderByProximity({ words, scale }: Findings, passages: readonly Placed[]): Placed[] {
  const compared = passages.map(({ chunk, row }) => ({
    score: chunk.score,
    text: row.text,
    language: toLanguage(row.language),
  }))
  const scores = scoresByProximity(words, compared, scale)
  return passages
    .map(({ chunk, row }, at) => ({ chunk: { ...chunk, score: scores[at] ?? chunk.score }, row }))
    .sort((a, b) => b.chunk.score - a.chunk.score)
}

/** Number of words of a short question. */
const SHORT = 6

/**
 * Passages with a lower coverage only share a syllable with the question, as "doctors" and "motors" do: a fifth of a
 * single word. A passage can only cover little of a long question.
 */
export const unrelatedBelow = ({ words }: Findings): number =>
  words.length <= 1 ? 0.2 : 0.1 * Math.min(1, SHORT / words.length)
