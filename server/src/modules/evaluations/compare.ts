import type { RetrievalComparison, RetrievalMeasures, RetrievalSettings } from '@bellwether/wire'
import { meanOf, rounded, summarizeOutcomes } from './measure.ts'

/** One question, run with both settings. */
export interface Pair {
  questionId: string
  first: RetrievalMeasures
  second: RetrievalMeasures
}

/** Smaller differences are floating-point noise. */
const EPSILON = 1e-9

/** Compares the first settings with the second, which are `settings`. Pure and deterministic. */
export function compare(pairs: readonly Pair[], settings: RetrievalSettings): RetrievalComparison {
  const byNdcg = pairs.map(({ questionId, first, second }) => ({
    questionId,
    gain: first.ndcg - second.ndcg,
  }))
  const idsWhere = (test: (gain: number) => boolean) =>
    byNdcg.filter(({ gain }) => test(gain)).map(({ questionId }) => questionId)
  const difference = (of: (measures: RetrievalMeasures) => number) =>
    rounded(meanOf(pairs.map(({ first, second }) => of(first) - of(second))))
  return {
    settings,
    summary: summarizeOutcomes(pairs.map(({ second }) => second)),
    difference: {
      recall: difference(({ recall }) => recall),
      ndcg: difference(({ ndcg }) => ndcg),
      mrr: difference(({ reciprocal_rank }) => reciprocal_rank),
    },
    ndcg_interval: bootstrapInterval(byNdcg.map(({ gain }) => gain)),
    wins: idsWhere((gain) => gain > EPSILON),
    losses: idsWhere((gain) => gain < -EPSILON),
    ties: idsWhere((gain) => Math.abs(gain) <= EPSILON),
  }
}

const RESAMPLES = 2000
const SEED = 20_260_101

/** The middle 95 % of the means of samples drawn with replacement. Null for a single question. Pure. */
export function bootstrapInterval(differences: readonly number[]): { low: number; high: number } | null {
  const count = differences.length
  if (count < 2) return null
  const random = createRandom(SEED)
  const means = new Float64Array(RESAMPLES)
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let sum = 0
    for (let draw = 0; draw < count; draw++) sum += differences[Math.floor(random() * count)] ?? 0
    means[sample] = sum / count
  }
  means.sort()
  const at = (share: number) => rounded(means[Math.round(share * (RESAMPLES - 1))] ?? 0)
  return { low: at(0.025), high: at(0.975) }
}

/** Mulberry32: deterministic numbers from 0 to 1. Not for anything secret. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
