import type { RubricSheet } from '@bellwether/wire'

type Level = RubricSheet['criteria'][number]['levels'][number]

/** The best level first; equal scores stay in their stored order. Pure, as everything here. */
export const byFallingScore = (levels: readonly Level[]): Level[] =>
  levels.toSorted((one, other) => other.score - one.score)

const USUAL_HIGHEST = 4

/** The first criterion's levels are taken for the scale of all. */
export function toScale({ criteria, maxScore }: RubricSheet) {
  const levels = byFallingScore(criteria[0]?.levels ?? [])
  const best = levels[0]?.score ?? 0
  const highest = best > 0 ? best : USUAL_HIGHEST
  return { levels, highest, factor: (maxScore / highest).toFixed(2) }
}
