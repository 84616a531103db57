import { type Message, say } from '@bellwether/wire'
import * as client from 'openid-client'
import { ClientError } from 'openid-client'
import { AppError, badRequest, isAppError, messageOf } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import { isObject } from '../../../platform/is-object.ts'
import { isExternalId } from '../external-id.ts'
import type { FlowData } from '../flows/flows.ts'
import type { OidcProvider } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'
import type { Claims } from '../rules/apply-rules.ts'
import type { Connect, Connection } from './connect.ts'

export interface Verified {
  subject: string
  /** Of the ID token, and of the user info if the provider has it. */
  claims: Claims
  /** The provider's id of its own session. */
  session: string | undefined
  idToken: string | undefined
}

/** Errors of the provider that are the person's own decision, or nothing that an admin could fix. */
const CANCELLED = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required'])

/** A longer ID token is not stored: as a hint it would not fit into an address either. */
const MAX_HINT = 6000

/** The standard's limit for subjects. The database stores no control characters. */

/** OpenID Connect with one provider: authorization code flow with PKCE, `state` and `nonce`. */
export function createOidc(connect: Connect) {
  return {
    newSecrets: (): Pick<FlowData, 'nonce' | 'codeVerifier'> => ({
      nonce: newToken(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }),

    async authorizationUrl(
      provider: OidcProvider,
      flow: Pick<FlowData, 'nonce' | 'codeVerifier'> & { state: string; redirectUri: string },
    ): Promise<string> {
      const configuration = firstOf(await connect(provider))
      const scopes = new Set(['openid', ...provider.scopes.split(' ')])
      return client.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        redirect_uri: flow.redirectUri,
        scope: [...scopes].join(' '),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      }).href
    },

    /** `currentUrl`: the redirect URI with the parameters that the provider added. */
    async verify(provider: OidcProvider, currentUrl: URL, state: string, flow: FlowData): Promise<Verified> {
      const failure = currentUrl.searchParams.get('error')
      if (failure !== null && CANCELLED.has(failure)) throw badRequest(say('sign_in.cancelled'))
      const connection = await connect(provider)
      const checks = {
        expectedState: state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      }
      const { tokens, configuration } = await redeem(connection, currentUrl, checks)
      const claims = tokens.claims()
      if (!claims || !isExternalId(claims.sub)) throw new Refusal('subject_missing')
      const info = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(toRefusedInfo)
        : {}
      const session = claims['sid']
      return {
        subject: claims.sub,
        claims: mergeClaims(info, claims),
        session: isExternalId(session) ? session : undefined,
        idToken: tokens.id_token && tokens.id_token.length <= MAX_HINT ? tokens.id_token : undefined,
      }
    },

    /** Undefined if the provider has no such page. */
    async signOutUrl(
      provider: OidcProvider,
      { idToken, returnTo }: { idToken: string | undefined; returnTo: string },
    ): Promise<string | undefined> {
      const connection = await connect(provider)
      if (!connection.metadata.end_session_endpoint) return undefined
      return client.buildEndSessionUrl(firstOf(connection), {
        post_logout_redirect_uri: returnTo,
        ...(idToken ? { id_token_hint: idToken } : {}),
      }).href
    },

    /** Reads the discovery document again. Throws what an admin can do if it can't be read. */
    async test(provider: OidcProvider): Promise<{ supportsSignOut: boolean }> {
      const { metadata } = await connect(provider, { isFresh: true }).catch((error: unknown) => {
        throw new AppError('bad_request', describeDiscovery(error, provider.issuer))
      })
      return { supportsSignOut: metadata.end_session_endpoint !== undefined }
    },
  }
}

export type Oidc = ReturnType<typeof createOidc>

/** The ID token takes precedence. `email_verified` counts only for the address that it was sent with. Pure. */
export function mergeClaims(info: Claims, idToken: Claims): Claims {
  const isSameAddress = idToken['email'] === undefined || idToken['email'] === info['email']
  const verified = idToken['email_verified'] ?? (isSameAddress ? info['email_verified'] : undefined)
  return { ...info, ...idToken, email_verified: verified }
}

function toRefusedInfo(cause: unknown): never {
  throw cause instanceof client.WWWAuthenticateChallengeError ? new Refusal('user_info', { cause }) : cause
}

/** A code is not spent by a client that failed to authenticate, so the other way to send the secret can be tried. */
async function redeem(
  { configurations }: Connection,
  currentUrl: URL,
  checks: client.AuthorizationCodeGrantChecks,
) {
  for (const [at, configuration] of configurations.entries()) {
    try {
      return { tokens: await client.authorizationCodeGrant(configuration, currentUrl, checks), configuration }
    } catch (error) {
      if (!isClientRefused(error) || at === configurations.length - 1) throw error
    }
  }
  throw new Error('a provider has at least one configuration')
}

/** The standard wants a challenge with status 401 for a secret in a header; its body is then not read. */
const isClientRefused = (error: unknown): boolean =>
  (error instanceof client.WWWAuthenticateChallengeError && error.status === 401) ||
  (error instanceof client.ResponseBodyError && error.error === 'invalid_client')

function firstOf({ configurations: [first] }: Connection): client.Configuration {
  if (!first) throw new Error('a provider has at least one configuration')
  return first
}

const MAX_QUOTED = 300

/** Why a discovery document can't be read, for the admin who entered the issuer. */
function describeDiscovery(error: unknown, issuer: string): string | Message {
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
