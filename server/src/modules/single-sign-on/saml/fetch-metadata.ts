import { say } from '@bellwether/wire'
import { badRequest, isAppError } from '../../../platform/errors.ts'
import { fetchFollowing } from '../../../platform/outbound/fetch-following.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'

const TIMEOUT_MS = 20_000
/** Enough for a national federation. */
const LIMITS = { maxRedirects: 3, maxBytes: 20 * 1024 * 1024 }

/** Metadata says whose signatures are trusted, so every hop must use https. */
export async function fetchMetadata(
  client: OutboundClient,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const unreachable = badRequest(say('sign_in.metadata_unreachable'))
  const https: Pick<OutboundClient, 'fetchWhole'> = {
    async fetchWhole(request, maxBytes) {
      if (!request.url.startsWith('https:')) throw unreachable
      return client.fetchWhole(request, maxBytes)
    },
  }
  const answer = await fetchFollowing(
    https,
    {
      method: 'GET',
      url,
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    },
    LIMITS,
  ).catch((error: unknown) => {
    // An address that may not be called, or a response that is too large: that error says more.
    if (isAppError(error)) throw error
    throw unreachable
  })
  if (answer.status !== 200) throw unreachable
  return answer.body.toString('utf8')
}
