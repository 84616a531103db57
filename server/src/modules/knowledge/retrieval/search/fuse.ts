import type { Ranked } from './pick-best.ts'

export interface Fused extends Omit<Ranked, 'score'> {
  score: number
  words: number
  grams: number
  /** How far above chance its vector is, in standard deviations; null when nothing was asked by meaning. */
  above: number | null
}

export interface Fusion {
  /** So far above chance counts as much as the best by words. */
  full: number
  /** More than that does not count for more than this. */
  most: number
}

/** Chosen by measurement: docs/decisions/0006. */
export const FUSION: Fusion = { full: 4, most: 1.5 }

/** No list has as many. */
const MAX_CHUNKS = 2 ** 32

/**
 * Words and grams as shares of the best, added up (measured better than fusing ranks on every collection: docs/decisions/0005), and what
 * a passage's vector is above chance.
 */
export function fuse(
  byWords: readonly Ranked[],
  byGrams: readonly Ranked[],
  byMeaning: readonly Ranked[] | undefined,
  { full, most }: Fusion = FUSION,
): Fused[] {
  const found = new Map<number, Fused>()
  const at = ({ list, chunk }: Ranked): Fused => {
    const key = list * MAX_CHUNKS + chunk
    let one = found.get(key)
    if (!one) {
      one = { list, chunk, score: 0, words: 0, grams: 0, above: byMeaning ? 0 : null }
      found.set(key, one)
    }
    return one
  }
  const note = (ranked: readonly Ranked[], signal: 'words' | 'grams'): void => {
    let best = 0
    for (const { score } of ranked) best = Math.max(best, score)
    for (const each of ranked) {
      const one = at(each)
      one[signal] = each.score / best
      one.score += each.score / best / 2
    }
  }
  note(byWords, 'words')
  note(byGrams, 'grams')
  for (const each of byMeaning ?? []) {
    const one = at(each)
    one.above = each.score
    one.score += Math.min(each.score / full, most)
  }
  return [...found.values()].sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
}
