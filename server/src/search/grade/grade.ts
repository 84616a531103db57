import type { SearchGrade } from '@bellwether/wire'
import type { FoundChunk, Ranks } from '../ranking/rank-parts.ts'
import { type Calibration, foundFrom, nothingBelow } from './calibration.ts'

/** From 0 to 1: a passage this close in meaning need not share words with the question. */
const NEAR = 0.6
const RATHER_NEAR = 0.35
const JUDGED = 3

/** How sure a search is: a position between chance and an answer. Whatever chance does not explain is passed on. */
function gradeOf({ evidence, readings, chunks }: Ranks, calibration: Calibration): SearchGrade {
  const nearest = Math.max(0, ...chunks.slice(0, JUDGED).map(({ vectors }) => vectors ?? 0))
  if (evidence >= foundFrom(calibration, readings) || nearest >= NEAR) return 'found'
  if (chunks.length === 0) return 'nothing'
  return evidence >= nothingBelow(calibration) || nearest >= RATHER_NEAR ? 'perhaps' : 'nothing'
}

export interface Findings {
  chunks: FoundChunk[]
  grade: SearchGrade
}

export const toFindings = (ranks: Ranks, calibration: Calibration): Findings => ({
  chunks: ranks.chunks,
  grade: gradeOf(ranks, calibration),
})
