import { type Message, say } from '@bellwether/wire'
import { ClientError } from 'openid-client'
import { isAppError, messageOf } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/is-object.ts'

const MAX_QUOTED = 300

/** Why a discovery document can't be read, for the admin who entered the issuer. */
export function describeDiscovery(error: unknown, issuer: string): string | Message {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    // Of the outbound client: an unknown host, one that is not allowed, a certificate; or an incomplete document.
    if (isAppError(cause)) return messageOf(cause)
    if (!(cause instanceof ClientError)) continue
    if (cause.cause instanceof Response || cause.code === 'OAUTH_PARSE_ERROR') {
      const status = cause.cause instanceof Response ? cause.cause.status : 200
      const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
      return say('sign_in.discovery_invalid', { url, status })
    }
    const details: unknown = cause.cause
    const body = isObject(details) ? details['body'] : undefined
    if (isObject(body))
      return say('sign_in.discovery_issuer', { issuer: String(body['issuer']).slice(0, MAX_QUOTED) })
  }
  return say('sign_in.provider_unreachable')
}
