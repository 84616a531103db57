import { say } from '@bellwether/wire'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isAppError, unavailable } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { asFetch } from '../../../platform/outbound/as-fetch.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { userRepository } from '../user.repository.ts'
import { toCaller } from './authenticate.ts'

export interface OAuthBearerDeps {
  db: Db
  /** Set by the operator, hence trusted. */
  outbound: Pick<Outbound, 'trusted'>
  issuer: string
  /** The required audience of a token. Tokens issued for other services are refused. */
  audience: string
}

/**
 * Asymmetric algorithms only. Our own sessions are signed with a shared secret and can't be mistaken for
 * these tokens.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const MAX_RESPONSE_BYTES = 256 * 1024
const DISCOVERY_MS = 5000
const DISCOVERY_PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']
const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const claimsSchema = z.object({ email: z.string().min(3), email_verified: z.literal(true) })

/**
 * Tokens of the operator's OAuth server, for existing users with an e-mail address that the server has
 * verified. Never creates users.
 */
export function createOAuthBearer({ db, outbound, issuer, audience }: OAuthBearerDeps) {
  let discovery: Promise<{ issuer: string; keys: JWTVerifyGetKey }> | undefined
  const discovered = () => {
    discovery ??= discover(outbound, issuer).catch((error: unknown) => {
      discovery = undefined
      throw error
    })
    return discovery
  }

  /** Undefined unless this is a valid token of that server for an enabled user. */
  return async function identify(token: string): Promise<UserCaller | undefined> {
    if (!isAsymmetric(token)) return undefined
    const server = await discovered()
    const claims = await jwtVerify(token, server.keys, {
      issuer: server.issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp'],
      clockTolerance: 30,
    }).then(
      ({ payload }) => claimsSchema.safeParse(payload).data,
      (error: unknown) => {
        // The keys could not be fetched, which says nothing about the token.
        if (isAppError(error)) throw unavailable(say('users.oauth_unavailable'), 5)
        return undefined
      },
    )
    const user = claims && (await userRepository.findByEmail(db, claims.email))
    // Someone else may have created the account with this e-mail address and would share it.
    if (user?.enabled !== 1 || user.email_confirmed_at === null) return undefined
    return toCaller(user, { credential: 'api_key', onlyAssistants: null, trustedForwarder: false })
  }
}

export type OAuthBearer = ReturnType<typeof createOAuthBearer>

function isAsymmetric(token: string): boolean {
  try {
    return ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '')
  } catch {
    return false
  }
}

async function discover({ trusted }: OAuthBearerDeps['outbound'], issuer: string) {
  const base = issuer.replace(/\/+$/, '')
  for (const path of DISCOVERY_PATHS) {
    const signal = AbortSignal.timeout(DISCOVERY_MS)
    const request = {
      method: 'GET' as const,
      url: base + path,
      headers: { accept: 'application/json' },
      signal,
    }
    const answer = await trusted.fetchWhole(request, MAX_RESPONSE_BYTES).catch(() => undefined)
    const metadata = discoverySchema.safeParse(answer?.status === 200 ? tryParseJson(answer.body) : undefined)
    // Keys from another issuer's document must not be trusted.
    if (!metadata.success || metadata.data.issuer.replace(/\/+$/, '') !== base) continue
    return { issuer: metadata.data.issuer, keys: keysAt(trusted, metadata.data.jwks_uri) }
  }
  throw unavailable(say('users.oauth_keys_unavailable'), 5)
}

const keysAt = (trusted: Outbound['trusted'], url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: DISCOVERY_MS,
    [customFetch]: (address, { headers, method, signal }) =>
      asFetch(trusted, { maxBytes: MAX_RESPONSE_BYTES })(address, { headers, method, signal }),
  })
