import type { Ranked } from './pick-best.ts'

export interface Fused extends Omit<Ranked, 'score'> {
  score: number
  words: number
  grams: number
  /** How far its vector is above chance, in standard deviations; null without a search by meaning. */
  above: number | null
}

export interface Fusion {
  /** This far above chance counts as much as the best word match. */
  full: number
  /** Upper limit of that value. */
  most: number
}

/** Chosen by measurement: docs/decisions/0006. */
export const FUSION: Fusion = { full: 4, most: 1.5 }

/** More than any list has. */
const MAX_CHUNKS = 2 ** 32

/**
 * Adds the scores of words and n-grams, relative to the best (measured better than rank fusion on every collection:
 * docs/decisions/0005), and how far the vector is above chance.
 */
export function fuse(
  byWords: readonly Ranked[],
  byGrams: readonly Ranked[],
  byMeaning: readonly Ranked[] | undefined,
  { full, most }: Fusion = FUSION,
): Fused[] {
  const fused = new Map<number, Fused>()
  const at = ({ list, chunk }: Ranked): Fused => {
    const key = list * MAX_CHUNKS + chunk
    let entry = fused.get(key)
    if (!entry) {
      entry = { list, chunk, score: 0, words: 0, grams: 0, above: byMeaning ? 0 : null }
      fused.set(key, entry)
    }
    return entry
  }
  const note = (ranked: readonly Ranked[], signal: 'words' | 'grams'): void => {
    let best = 0
    for (const { score } of ranked) best = Math.max(best, score)
    for (const candidate of ranked) {
      const entry = at(candidate)
      entry[signal] = candidate.score / best
      entry.score += candidate.score / best / 2
    }
  }
  note(byWords, 'words')
  note(byGrams, 'grams')
  for (const candidate of byMeaning ?? []) {
    const entry = at(candidate)
    entry.above = candidate.score
    entry.score += Math.min(candidate.score / full, most)
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
}
