import type { OutboundClient } from '../../platform/outbound/outbound.ts'
import type { EmbedRequest } from '../connector.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { arrayOf, countOf } from '../upstream/json.ts'
import type { Provider } from '../upstream/provider-failure.ts'
import { EMBEDDING_BYTES, toVectors } from '../vectors.ts'

export async function embedWithOllama(
  client: OutboundClient,
  { url, provider }: { url: string; provider: Provider },
  { model, texts, onUsage }: EmbedRequest,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const request = {
    method: 'POST',
    url: `${url}/api/embed`,
    headers: { 'content-type': 'application/json' },
    // Truncates texts that are too long for the model, instead of refusing the whole batch.
    body: JSON.stringify({ model, input: texts, truncate: true }),
    signal,
  } as const
  const answer = await fetchJson(client, provider, request, EMBEDDING_BYTES)
  const vectors = toVectors(provider, arrayOf(answer.embeddings), texts.length)
  const tokens = countOf(answer['prompt_eval_count'])
  if (tokens > 0) onUsage?.({ tokens })
  return vectors
}
