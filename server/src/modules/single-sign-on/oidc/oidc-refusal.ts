import type { SignInReason } from '@bellwether/wire'
import { errors as jose } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Refusal } from '../providers/refusal.ts'

/** Codes of the libraries that say everything. */
const BY_CODE: Readonly<Record<string, SignInReason>> = {
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_PARSE_ERROR: 'malformed',
  OAUTH_KEY_SELECTION_FAILED: 'key',
  OAUTH_UNSUPPORTED_OPERATION: 'algorithm',
  ERR_JWKS_TIMEOUT: 'unreachable',
  ERR_JWKS_NO_MATCHING_KEY: 'key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'algorithm',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JWS_INVALID: 'malformed',
  ERR_JWT_INVALID: 'malformed',
}

const BY_CLAIM: Readonly<Record<string, SignInReason>> = {
  iss: 'issuer',
  issuer: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  sub: 'user_info',
  exp: 'expired',
  iat: 'expired',
  nbf: 'not_yet_valid',
}

const BY_OAUTH_ERROR: Readonly<Record<string, SignInReason>> = {
  invalid_client: 'client',
  unauthorized_client: 'client',
  invalid_grant: 'code',
}

/** What an error of openid-client or jose says about the provider. Undefined if its cause may say more. */
export function readOidcRefusal(error: Error): Refusal | undefined {
  if (error instanceof ResponseBodyError) {
    if (error.status >= 500) return new Refusal('unreachable')
    return new Refusal(BY_OAUTH_ERROR[error.error] ?? 'provider_refused', { detail: error.error })
  }
  if (error instanceof AuthorizationResponseError)
    return new Refusal('provider_refused', { detail: error.error })
  if (error instanceof WWWAuthenticateChallengeError) return new Refusal('client')
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new Refusal('unreachable')
  if (error instanceof jose.JWTExpired || error instanceof jose.JWTClaimValidationFailed)
    return readClaim(error.claim, error.payload, Date.now() / 1000)
  const code = 'code' in error ? String(error.code) : ''
  // Of openid-client; the error inside it has the details.
  if (error instanceof ClientError && error.cause instanceof Error)
    return BY_CODE[code] && new Refusal(BY_CODE[code])
  return readDetails(error.cause) ?? (BY_CODE[code] && new Refusal(BY_CODE[code]))
}

/** oauth4webapi: what was compared, by structure, because most of its checks share one code. */
function readDetails(cause: unknown): Refusal | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  const { claim, attribute, claims, now, signature, header, parameters } = cause as Record<string, unknown>
  if (typeof claim === 'string' || typeof attribute === 'string')
    return readClaim(String(claim ?? attribute), claims, Number(now))
  if (signature !== undefined) return new Refusal('signature')
  if (header !== undefined) return new Refusal('algorithm')
  if (parameters !== undefined) return new Refusal('issuer')
  return claims === undefined ? undefined : new Refusal('malformed')
}

/** A token arrives at once: its age is how much the clocks differ. */
function readClaim(claim: string, claims: unknown, now: number): Refusal {
  const reason = BY_CLAIM[claim] ?? 'malformed'
  const { iat } = (claims ?? {}) as Record<string, unknown>
  const isLate = reason === 'expired' || reason === 'not_yet_valid'
  const seconds = isLate && typeof iat === 'number' ? Math.round(Math.abs(now - iat)) : undefined
  return new Refusal(reason, { seconds })
}
