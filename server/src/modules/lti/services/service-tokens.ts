import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import { newUuid } from '../../../platform/ids.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'
import type { SigningKeys } from '../lti13/signing-keys.ts'
import { fetchFrom } from './fetch-from.ts'
import { ServiceFault } from './service-fault.ts'

const MAX_BYTES = 64 * 1024
const ASSERTION_SECONDS = 300
/** Clocks differ, and a token must not expire on its way. */
const MARGIN_SECONDS = 60
const DEFAULT_SECONDS = 300
const MAX_SECONDS = 3600

const answerSchema = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})

export interface ServiceTokenDeps {
  /** Guarded: organization admins enter the address. */
  client: OutboundClient
  signingKeys: Pick<SigningKeys, 'sign'>
}

/** Access tokens for the services of an LMS, which knows us by our published keys. */
export function createServiceTokens({ client, signingKeys }: ServiceTokenDeps) {
  const tokens = new LRUCache<string, string>({ max: 1000 })

  async function request(platform: PlatformRow, scopes: readonly string[]) {
    const { client_id, auth_token_url } = platform
    const now = nowSeconds()
    const assertion = await signingKeys.sign({
      iss: client_id,
      sub: client_id,
      aud: auth_token_url,
      iat: now - MARGIN_SECONDS,
      exp: now + ASSERTION_SECONDS,
      jti: newUuid(),
    })
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope: scopes.join(' '),
    })
    const answer = await fetchFrom(
      client,
      {
        method: 'POST',
        url: auth_token_url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
      },
      MAX_BYTES,
    )
    if (answer.problem === 'busy' || answer.problem === 'failing' || answer.problem === 'redirected')
      throw new ServiceFault(answer.problem)
    const parsed = answerSchema.safeParse(tryParseJson(answer.body))
    if (answer.problem || !parsed.success) throw new ServiceFault('token_refused')
    return parsed.data
  }

  const keyOf = ({ id, client_id, auth_token_url }: PlatformRow, scopes: readonly string[]): string =>
    JSON.stringify([id, client_id, auth_token_url, scopes])

  return {
    /** Throws `ServiceFault`. */
    async get(platform: PlatformRow, scopes: readonly string[]): Promise<string> {
      const key = keyOf(platform, scopes)
      const cached = tokens.get(key)
      if (cached) return cached
      const { access_token, expires_in = DEFAULT_SECONDS } = await request(platform, scopes)
      const seconds = Math.min(MAX_SECONDS, expires_in) - MARGIN_SECONDS
      if (seconds > 0) tokens.set(key, access_token, { ttl: seconds * 1000 })
      return access_token
    },

    /** The LMS no longer accepts it. */
    forget(platform: PlatformRow, scopes: readonly string[]): void {
      tokens.delete(keyOf(platform, scopes))
    },
  }
}

export type ServiceTokens = ReturnType<typeof createServiceTokens>
