import type { Ranked } from './pick-best.ts'

export interface Fused extends Ranked {
  words: number
  grams: number
  /** How far its vector is above chance, in standard deviations; null without a search by meaning. */
  above: number | null
}

/** How much a search by meaning counts. */
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
export const keyOf = ({ list, chunk }: { list: number; chunk: number }): number => list * MAX_CHUNKS + chunk
export const byScore = (a: Ranked, b: Ranked): number =>
  b.score - a.score || a.list - b.list || a.chunk - b.chunk

/**
 * Adds the scores of words and n-grams, relative to the best (measured better than rank fusion on every collection:
 * docs/decisions/0005). The more words of the question no passage has, the more their letters decide. Best first.
 */
export function fuse(byWords: readonly Ranked[], byGrams: readonly Ranked[], unknown: number): Fused[] {
  const fused = new Map<number, Fused>()
  const note = (ranked: readonly Ranked[], signal: 'words' | 'grams', weight: number): void => {
    let best = 0
    for (const { score } of ranked) best = Math.max(best, score)
    for (const { list, chunk, score } of ranked) {
      const key = keyOf({ list, chunk })
      const entry = fused.get(key) ?? { list, chunk, score: 0, words: 0, grams: 0, above: null }
      entry[signal] = score / best
      entry.score += weight * entry[signal]
      fused.set(key, entry)
    }
  }
  note(byWords, 'words', (1 - unknown) / 2)
  note(byGrams, 'grams', (1 + unknown) / 2)
  return [...fused.values()].sort(byScore)
}

/** Adds how far each passage is above chance in meaning. Best first. */
export function addMeaning<One extends Fused>(
  byWords: readonly One[],
  byMeaning: readonly Ranked[],
  { full, most }: Fusion = FUSION,
): (One | Fused)[] {
  const all = new Map<number, One | Fused>(byWords.map((one) => [keyOf(one), { ...one, above: 0 }]))
  for (const { list, chunk, score } of byMeaning) {
    const entry = all.get(keyOf({ list, chunk })) ?? { list, chunk, score: 0, words: 0, grams: 0 }
    const points = Math.min(score / full, most)
    all.set(keyOf(entry), { ...entry, above: score, score: entry.score + points })
  }
  return [...all.values()].sort(byScore)
}
