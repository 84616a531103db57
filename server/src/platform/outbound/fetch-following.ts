import { say } from '@bellwether/wire'
import { providerFailed } from '../errors.ts'
import type { OutboundClient, OutboundHead, OutboundRequest } from './outbound.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Credentials for one server must not reach another one. */
const PRIVATE_HEADERS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'x-goog-api-key',
])

export interface FollowLimits {
  maxRedirects: number
  maxBytes: number
}

/**
 * Like fetchWhole, but follows redirects. Every hop is a new call of the same client and is guarded like the first.
 */
export async function fetchFollowing(
  client: Pick<OutboundClient, 'fetchWhole'>,
  request: OutboundRequest,
  limits: FollowLimits,
): Promise<OutboundHead & { body: Buffer; url: string }> {
  let hop = request
  for (let followed = 0; ; followed++) {
    const answer = await client.fetchWhole(hop, limits.maxBytes)
    const location = answer.headers.location
    if (!REDIRECTS.has(answer.status) || typeof location !== 'string') return { ...answer, url: hop.url }
    if (followed >= limits.maxRedirects) {
      throw providerFailed(
        say('network.too_many_redirects', { host: new URL(request.url).host, limit: limits.maxRedirects }),
        {
          retryable: false,
        },
      )
    }
    hop = nextHop(hop, location, answer.status)
  }
}

function nextHop(hop: OutboundRequest, location: string, status: number): OutboundRequest {
  const from = new URL(hop.url)
  if (!URL.canParse(location, hop.url)) {
    throw providerFailed(say('network.redirect_unreadable', { host: from.host }), { retryable: false })
  }
  const to = new URL(location, from)
  const { body, ...rest } = hop
  const headers = Object.fromEntries(
    Object.entries(hop.headers ?? {}).filter(
      ([name]) => to.origin === from.origin || !PRIVATE_HEADERS.has(name.toLowerCase()),
    ),
  )
  // 307 and 308 repeat the request; after the others, clients continue with GET.
  const repeats = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (repeats) return { ...rest, url: to.href, headers, ...(body === undefined ? {} : { body }) }
  return { ...rest, method: 'GET', url: to.href, headers }
}
