import type { SearchGrade } from '@bellwether/wire'
import type { Placed } from './passages.ts'
import { gradeOf } from './question/grade.ts'
import { toLanguage } from './reindex/base-language.ts'
import type { Findings } from './search/rank-parts.ts'

/** Passages needed to grade a search, however few were requested. */
export const JUDGED = 3
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

/** Number of words of a short question. */
const SHORT = 6

/**
 * Passages with a lower coverage only share a syllable with the question. A passage can only cover little of a long
 * question.
 */
export const unrelatedBelow = ({ words }: Findings): number =>
  0.2 * Math.min(1, SHORT / Math.max(1, words.length))
