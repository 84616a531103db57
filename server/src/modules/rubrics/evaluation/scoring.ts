import type { RubricSheet } from '@bellwether/wire'

type Level = RubricSheet['criteria'][number]['levels'][number]

/** The best level first; equal scores stay in their stored order. Pure, like everything here. */
export const byFallingScore = (levels: readonly Level[]): Level[] =>
  levels.toSorted((a, b) => b.score - a.score)

const DEFAULT_HIGHEST = 4

/** The first criterion's levels define the scale for all. */
export function toScale({ criteria, maxScore }: RubricSheet) {
  const levels = byFallingScore(criteria[0]?.levels ?? [])
  const best = levels[0]?.score ?? 0
  const highest = best > 0 ? best : DEFAULT_HIGHEST
  return { levels, highest, factor: (maxScore / highest).toFixed(2) }
}

/** The highest score of one criterion's own levels. */
export const highestScore = (levels: readonly Level[]): number =>
  Math.max(0, ...levels.map(({ score }) => score))

/**
 * One criterion's share of the result: level score × weight% × factor. The factor is printed with two decimals but
 * used unrounded: the best possible work must get the maximum score, not 9.99 of 10.
 */
export const toPoints = (rubric: RubricSheet, score: number, weight: number): number =>
  (score * weight * (rubric.maxScore / toScale(rubric).highest)) / 100

/**
 * Two decimals, rounded as people expect: 8.575 becomes 8.58, although its floating-point value is slightly lower.
 */
export const rounded = (value: number): number => Math.round(Number((value * 100).toPrecision(12))) / 100
