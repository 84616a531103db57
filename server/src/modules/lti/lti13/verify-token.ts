import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { isAppError } from '../../../platform/errors.ts'
import { asFetch } from '../../../platform/outbound/as-fetch.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import { isSameSecret } from '../../../platform/secrets/secret-box.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { hashSecret, type PendingLogin } from './logins.ts'

/** Asymmetric only: with a shared secret, anyone who knows the public key could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
/** Allowed difference between the clocks of the LMS and this server. */
const TOLERANCE_SECONDS = 60
const MAX_AGE_SECONDS = 3600
const MAX_KEYS_BYTES = 256 * 1024
const KEYS_MS = 5000

/** Checks the token of a launch with the keys of its own platform. `client`: guarded, because admins enter the address. */
export function createVerifyToken(client: OutboundClient) {
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 500 })
  const keysAt = (url: string): JWTVerifyGetKey => {
    const cached = keySets.get(url)
    if (cached) return cached
    const keys = createRemoteJWKSet(new URL(url), {
      timeoutDuration: KEYS_MS,
      [customFetch]: (address, { headers, method, signal }) =>
        asFetch(client, { maxBytes: MAX_KEYS_BYTES })(address, { headers, method, signal }),
    })
    keySets.set(url, keys)
    return keys
  }

  /** Throws `LaunchRefused`. */
  return async function verifyToken(
    token: string,
    login: Pick<PendingLogin, 'issuer' | 'clientId' | 'nonceHash'>,
    jwksUrl: string,
  ): Promise<Record<string, unknown>> {
    requireAsymmetric(token)
    const { payload } = await jwtVerify(token, keysAt(jwksUrl), {
      algorithms: ALGORITHMS,
      issuer: login.issuer,
      audience: login.clientId,
      requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    }).catch((error: unknown) => {
      throw toRefusal(error)
    })
    const { aud, azp, nonce } = payload
    const needsParty = Array.isArray(aud) && aud.length > 1
    if ((needsParty || azp !== undefined) && azp !== login.clientId) throw new LaunchRefused('wrong_audience')
    if (typeof nonce !== 'string' || !isSameSecret(hashSecret(nonce), login.nonceHash))
      throw new LaunchRefused('wrong_nonce')
    return payload
  }
}

function requireAsymmetric(token: string): void {
  let algorithm: string | undefined
  try {
    algorithm = decodeProtectedHeader(token).alg
  } catch {
    throw new LaunchRefused('malformed_token')
  }
  if (!ALGORITHMS.includes(algorithm ?? '')) throw new LaunchRefused('wrong_token_signature')
}

function toRefusal(error: unknown): unknown {
  // The keys could not be fetched, which says nothing about the token.
  if (isAppError(error) || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
    return new LaunchRefused('keys_unavailable')
  if (error instanceof errors.JWTExpired) return new LaunchRefused('old_token')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iat' || error.claim === 'nbf') return new LaunchRefused('old_token')
    if (error.claim === 'aud') return new LaunchRefused('wrong_audience')
    return error.claim === 'iss'
      ? new LaunchRefused('wrong_issuer')
      : new LaunchRefused('missing_claim', error.claim)
  }
  if (error instanceof errors.JOSEError)
    return error.code === 'ERR_JOSE_GENERIC'
      ? new LaunchRefused('keys_unavailable')
      : new LaunchRefused('wrong_token_signature')
  return error
}
