import type { AskedFor } from '../../../usage/index.ts'

/** What the module needs from the organization's providers. Both are provided by the app. */
export interface Embedder {
  /** The organization's embedding model, such as `openai/text-embedding-3-small`; undefined if there is none. */
  modelOf(organizationId: number): Promise<string | undefined>
  /**
   * One vector per text, all of the same dimension. Throws an AppError: `bad_request` with the provider’s status 400,
   * 413 or 422 if it refuses these texts, another one if the provider fails.
   */
  embed(
    organizationId: number,
    model: string,
    texts: readonly string[],
    purpose: 'passage' | 'question',
    signal: AbortSignal,
    askedFor?: AskedFor,
  ): Promise<Float32Array[]>
}

/** Scores how well texts answer a question, better than a search can. */
export interface Reranker {
  isSet(organizationId: number): Promise<boolean>
  /** One score per text; higher is better. */
  score(
    organizationId: number,
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
    askedFor?: AskedFor,
  ): Promise<number[]>
}

/** Used if no embedder is passed: search by words only. */
export const NO_EMBEDDER: Embedder = {
  modelOf: async () => undefined,
  embed: async () => [],
}
export const NO_RERANKER: Reranker = { isSet: async () => false, score: async () => [] }
