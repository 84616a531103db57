import type { AskedFor } from '../../../usage/index.ts'

/** What the module needs from the organization's providers. Both are provided by the app. */
export interface Embedder {
  /** The model that the organization's documents are to be embedded with, `openai/text-embedding-3-small`; undefined for none. */
  modelOf(organizationId: number): Promise<string | undefined>
  /**
   * One vector for each text, all of one dimension. Fails with an AppError: `bad_request` with a provider’s status of 400, 413 or 422 when
   * these texts are refused, anything else when the provider does not do its work just now.
   */
  embed(
    organizationId: number,
    model: string,
    texts: readonly string[],
    purpose: 'passage' | 'question',
    signal: AbortSignal,
    asked?: AskedFor,
  ): Promise<Float32Array[]>
}

/** Says how well texts answer a question, better than a search can. */
export interface Reranker {
  isSet(organizationId: number): Promise<boolean>
  /** A score for each text, higher is better. */
  score(
    organizationId: number,
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
    asked?: AskedFor,
  ): Promise<number[]>
}

/** Where nothing was handed in: search by words alone. */
export const NO_EMBEDDER: Embedder = {
  modelOf: async () => undefined,
  embed: async () => [],
}
export const NO_RERANKER: Reranker = { isSet: async () => false, score: async () => [] }
