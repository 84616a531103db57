import type { SearchGrade } from '@bellwether/wire'
import type { Placed } from './passages.ts'
import { gradeOf } from './question/grade.ts'
import { toLanguage } from './reindex/base-language.ts'
import type { Findings } from './search/rank-parts.ts'

/** Passages that are needed to judge a search, however few were asked for. */
export const JUDGED = 3
/** From 0 to 1: as near in meaning as this, a passage need not share words with the question. */
const NEAR = 0.6
const RATHER_NEAR = 0.35

/** By the words of the best passages, or by their meaning. */
export function gradeFound(findings: Findings, found: readonly Placed[]): SearchGrade {
  const best = found.slice(0, JUDGED)
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

/** A short question, in words. */
const SHORT = 6

/** Passages with less of the question share a syllable with it. A passage can have only a little of a long question. */
export const unrelatedBelow = ({ words }: Findings): number =>
  0.2 * Math.min(1, SHORT / Math.max(1, words.length))
