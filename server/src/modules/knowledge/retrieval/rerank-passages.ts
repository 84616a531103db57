import type { SearchGrade } from '@bellwether/wire'
import type { Log } from '../../../platform/log.ts'
import { inTime } from '../../../platform/time-limit.ts'
import type { AskedFor } from '../../usage/index.ts'
import type { FoundPassages, Placed } from './passages.ts'
import type { Reranker } from './vectors/embedder.ts'

const LIMIT_MS = 3000

interface Reranked {
  ordered: readonly Placed[]
  grade: SearchGrade
  reranked: NonNullable<FoundPassages['reranked']>
}

/** From 0 to 1: a passage with this score answers the question. */
const ANSWERS = 0.5

/**
 * Sorts passages by the search and by the organization's reranker, which have the same say: a weak model can't spoil what
 * the search knows. Its best score tells whether an answer was found; what neither of them sees is nothing. If the
 * reranker fails or takes too long, order and grade stay.
 */
export async function rerankPassages(
  { reranker, log }: { reranker: Reranker; log: Log },
  organization: number,
  question: string,
  { placed, grade }: { placed: readonly Placed[]; grade: SearchGrade },
  signal: AbortSignal,
  askedFor?: AskedFor,
): Promise<Reranked> {
  const texts = placed.map(({ row }) => [row.heading, row.text].filter((part) => part !== '').join('\n'))
  try {
    const scores = await inTime(signal, LIMIT_MS, (limit) =>
      reranker.score(organization, question, texts, limit, askedFor),
    )
    // Some models return logarithms of odds.
    const isShare = scores.every((score) => score >= 0 && score <= 1)
    const scored = placed.map(({ chunk, row }, at) => ({
      chunk: { ...chunk, rerank: isShare ? (scores[at] ?? 0) : 1 / (1 + Math.exp(-(scores[at] ?? 0))) },
      row,
    }))
    const best = Math.max(...scored.map(({ chunk }) => chunk.rerank))
    const points = ({ chunk }: (typeof scored)[number]) => chunk.score + (best > 0 ? chunk.rerank / best : 0)
    return {
      ordered: scored.sort((a, b) => points(b) - points(a)),
      grade: best >= ANSWERS ? 'found' : grade === 'found' ? 'perhaps' : grade,
      reranked: 'yes',
    }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, organization }, 'failed to rerank passages')
    return { ordered: placed, grade, reranked: 'failed' }
  }
}
