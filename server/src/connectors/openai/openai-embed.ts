import { isObject } from '../../platform/is-object.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound.ts'
import type { EmbedRequest, RerankRequest } from '../connector.ts'
import type { ProviderAccess } from '../provider-settings.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { countOf, type Json, objectsOf } from '../upstream/json.ts'
import { malformed } from '../upstream/provider-failure.ts'
import { EMBEDDING_BYTES, toVectors } from '../vectors.ts'

const post = (access: ProviderAccess, path: string, body: object, signal: AbortSignal): OutboundRequest => ({
  method: 'POST',
  url: access.url + path,
  headers: { ...access.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  signal,
})

export async function embedWithOpenAi(
  client: OutboundClient,
  access: ProviderAccess,
  { model, texts, onUsage }: EmbedRequest,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const request = post(access, '/embeddings', { model, input: texts, encoding_format: 'float' }, signal)
  const answer = await fetchJson(client, access.provider, request, EMBEDDING_BYTES)
  // Vectors have an index and may arrive in any order. A huge index must not allocate everything below it.
  const entries = objectsOf(answer.data)
  const vectors: unknown[] = []
  for (const [at, { index, embedding }] of entries.entries()) {
    const place = typeof index === 'number' ? index : at
    if (!(place in entries)) throw malformed(access.provider)
    vectors[place] = embedding
  }
  const embeddings = toVectors(access.provider, Array.from(vectors), texts.length)
  const tokens = tokensIn(answer)
  if (tokens > 0) onUsage?.({ tokens })
  return embeddings
}

const tokensIn = ({ usage }: Json): number =>
  isObject(usage) ? countOf(usage['prompt_tokens']) || countOf(usage['total_tokens']) : 0

/** The format that Jina, Cohere, vLLM and others share. */
export async function rerankWithOpenAi(
  client: OutboundClient,
  access: ProviderAccess,
  { model, question, texts, onUsage }: RerankRequest,
  signal: AbortSignal,
): Promise<number[]> {
  const body = { model, query: question, documents: texts, top_n: texts.length }
  const answer = await fetchJson(client, access.provider, post(access, '/rerank', body, signal))
  const scores = new Array<number>(texts.length).fill(Number.NEGATIVE_INFINITY)
  for (const { index, relevance_score: score } of objectsOf(answer.results ?? answer.data)) {
    if (typeof index !== 'number' || !(index in scores)) throw malformed(access.provider)
    if (typeof score !== 'number' || !Number.isFinite(score)) throw malformed(access.provider)
    scores[index] = score
  }
  // Some servers return only the best; the rest follow in their original order.
  const finiteScores = scores.filter(Number.isFinite)
  if (finiteScores.length === 0) throw malformed(access.provider)
  const meta = isObject(answer.meta) ? answer.meta : {}
  const billed = isObject(meta['billed_units']) ? countOf(meta['billed_units']['search_units']) : 0
  onUsage?.({ tokens: tokensIn(answer), searches: billed || 1 })
  const least = Math.min(...finiteScores)
  return scores.map((score) => (Number.isFinite(score) ? score : Math.min(0, least)))
}
