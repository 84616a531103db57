import type { Parameters } from '../../../modules/lti/index.ts'
import { readBody } from '../../../platform/http/body.ts'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'

const MAX_LAUNCH_BYTES = 128 * 1024

/** The fields of the form and of the query, in order and with repetitions: all of them are signed. */
export async function readParameters(exchange: Exchange): Promise<Parameters> {
  const body = await readBody(exchange.incoming, MAX_LAUNCH_BYTES)
  const url = exchange.incoming.url ?? '/'
  const cut = url.indexOf('?')
  const query = cut < 0 ? '' : url.slice(cut + 1)
  return [...new URLSearchParams(query), ...new URLSearchParams(body.toString('utf8'))]
}

/**
 * The addresses under which the LMS may have signed the launch: the public one, and the one that the browser used.
 * A reverse proxy may have changed scheme, host or path.
 */
export function launchUrls(
  exchange: Exchange,
  { publicUrl, trustProxy }: Pick<LtiDoorDeps, 'publicUrl' | 'trustProxy'>,
): string[] {
  const path = (exchange.incoming.url ?? '/').split('?', 1)[0] ?? '/'
  const first = (name: string) => exchange.header(name)?.split(',')[0]?.trim() || undefined
  const host = exchange.header('host') ?? ''
  const proto = first('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const prefix = first('x-forwarded-prefix')?.replace(/\/+$/, '') ?? ''
  const forwardedHost = trustProxy ? first('x-forwarded-host') : undefined
  return [
    publicUrl + path,
    `${proto}://${host}${path}`,
    `${proto}://${host}${prefix}${path}`,
    ...(forwardedHost ? [`${proto}://${forwardedHost}${prefix}${path}`] : []),
  ].filter((url, index, all) => URL.canParse(url) && all.indexOf(url) === index)
}

/** 303, so that the browser opens the page with GET. The address contains a token, so it must not be stored. */
export const redirect = (location: string): Reply =>
  new Reply(null, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, 303)
