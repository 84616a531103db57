import type { RetrievalMeasures, RetrievalSummary } from '@bellwether/wire'

/** nDCG considers this many passages, even if fewer were requested. */
const NDCG_AT = 10

/** The rank at which each expected passage was first found, or null. `matches` comes from matchPassages. Pure. */
export const toRanks = (expected: number, matches: readonly (readonly number[])[]): (number | null)[] =>
  Array.from({ length: expected }, (_, expectedIndex) => {
    const at = matches.findIndex((indexes) => indexes.includes(expectedIndex))
    return at < 0 ? null : at + 1
  })

/** The metrics of one question, from the ranks of its expected passages. Pure. */
export function measure(ranks: readonly (number | null)[]): RetrievalMeasures {
  const foundRanks = ranks.filter((rank) => rank !== null)
  return {
    recall: foundRanks.length / ranks.length,
    ndcg: ndcg(ranks),
    reciprocal_rank: foundRanks.length === 0 ? 0 : 1 / Math.min(...foundRanks),
  }
}

/**
 * The gain of a passage is the number of expected passages that it is the first to match, so that a file's second
 * passage adds nothing. If each matches at most one, this is the standard binary nDCG. The ideal order sorts the same
 * passages by gain, plus one for each expected passage that was not found.
 */
function ndcg(ranks: readonly (number | null)[]): number {
  const worths = new Map<number, number>()
  for (const rank of ranks) if (rank !== null) worths.set(rank, (worths.get(rank) ?? 0) + 1)
  const missed = ranks.filter((rank) => rank === null).map(() => 1)
  const best = [...worths.values(), ...missed].sort((a, b) => b - a)
  const ideal = best.map((worth, at) => ({ rank: at + 1, worth }))
  const reached = [...worths].map(([rank, worth]) => ({ rank, worth }))
  return discountedGain(reached) / discountedGain(ideal)
}

const discountedGain = (gains: readonly { rank: number; worth: number }[]): number =>
  gains
    .filter(({ rank }) => rank <= NDCG_AT)
    .reduce((sum, { rank, worth }) => sum + worth / Math.log2(rank + 1), 0)

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Means over all questions. Pure. */
export const summarizeOutcomes = (outcomes: readonly RetrievalMeasures[]): RetrievalSummary => ({
  recall: rounded(meanOf(outcomes.map(({ recall }) => recall))),
  ndcg: rounded(meanOf(outcomes.map(({ ndcg }) => ndcg))),
  mrr: rounded(meanOf(outcomes.map(({ reciprocal_rank }) => reciprocal_rank))),
  answered: outcomes.filter(({ reciprocal_rank }) => reciprocal_rank > 0).length,
})

/** For display only. Computations use the exact values. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
