import type { Caller } from '../platform/caller.ts'
import type { Exchange } from '../platform/http/exchange.ts'

/** Where a chat page such as Open WebUI says in its headers whom it asks for. */
const HEADERS = ['x-openwebui-user-email', 'x-openwebui-user-id']
/** Where other clients say it, in the `metadata` of the request: their own word for the person, or what an LMS launched them with. */
const FIELDS = ['user_id', 'lti_user_id', 'lis_person_sourcedid', 'email']
const LONGEST = 200

/**
 * The person for whom a client asks: the first that is named, headers before `metadata`. Believed only from a caller that may forward
 * others; anybody else is only ever themself, whatever the request says.
 */
export function forwardedUser(
  exchange: Pick<Exchange, 'header'>,
  caller: Caller,
  request: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (!caller.trustedForwarder) return undefined
  for (const header of HEADERS) {
    const named = toName(exchange.header(header))
    if (named) return named
  }
  const { metadata } = request
  if (typeof metadata !== 'object' || metadata === null) return undefined
  for (const field of FIELDS) {
    const named = Object.hasOwn(metadata, field) ? toName(Reflect.get(metadata, field)) : ''
    if (named) return named
  }
  return undefined
}

/** One line: it stands in prompts, logs and reports. */
function toName(given: unknown): string {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? String(given) : ''
  if (typeof given !== 'string') return ''
  return given
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .replace(/[\uD800-\uDBFF]$/, '')
}
