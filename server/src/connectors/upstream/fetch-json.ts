import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound.ts'
import { type Json, parseObject } from './json.ts'
import { asProviderFailure, malformed, type Provider, statusFailure } from './provider-failure.ts'

const MODEL_LIST_BYTES = 8 * 1024 * 1024

/** Fetches a complete JSON response from a provider. */
export async function fetchJson(
  client: OutboundClient,
  provider: Provider,
  request: OutboundRequest,
  maxBytes = MODEL_LIST_BYTES,
): Promise<Json> {
  const answer = await client.fetchWhole(request, maxBytes).catch((error: Error) => {
    throw asProviderFailure(error)
  })
  const text = answer.body.toString('utf8')
  if (answer.status < 200 || answer.status > 299) throw statusFailure(provider, answer, text)
  const parsed = parseObject(text)
  if (!parsed) throw malformed(provider)
  return parsed
}
