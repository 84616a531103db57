import type { Log } from '../../../platform/log.ts'
import { inTime } from '../../../platform/time-limit.ts'
import type { AskedFor } from '../../usage/index.ts'
import type { FoundPassages, Placed } from './passages.ts'
import type { Reranker } from './vectors/embedder.ts'

const LIMIT_MS = 3000

/** Sorts passages with the organization's reranker. If that fails or takes too long, the order stays. */
export async function rerankPassages(
  { reranker, log }: { reranker: Reranker; log: Log },
  organization: number,
  question: string,
  placed: readonly Placed[],
  signal: AbortSignal,
  askedFor?: AskedFor,
): Promise<{ ordered: readonly Placed[]; reranked: NonNullable<FoundPassages['reranked']> }> {
  const texts = placed.map(({ row }) => [row.heading, row.text].filter((part) => part !== '').join('\n'))
  try {
    const scores = await inTime(signal, LIMIT_MS, (limit) =>
      reranker.score(organization, question, texts, limit, askedFor),
    )
    const scored = placed.map(({ chunk, row }, at) => ({
      chunk: { ...chunk, rerank: scores[at] ?? 0 },
      row,
    }))
    // The sort is stable: ties keep the order of the search.
    return { ordered: scored.sort((a, b) => b.chunk.rerank - a.chunk.rerank), reranked: 'yes' }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, organization }, 'failed to rerank passages')
    return { ordered: placed, reranked: 'failed' }
  }
}
