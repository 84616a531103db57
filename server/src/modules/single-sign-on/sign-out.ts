import type { Exchange } from '../../platform/http/exchange.ts'
import type { ProviderSession } from '../users/index.ts'
import { describeError } from './failures/sign-in-errors.ts'
import { verifyLogoutToken } from './oidc/logout-token.ts'
import { keyOf, toAddresses } from './providers/provider.ts'
import { Refusal } from './providers/refusal.ts'
import type { SentLogout } from './saml/logout.ts'
import { findOidc, findSaml, type SignInServiceDeps } from './sign-in-deps.ts'

/** Sign-outs that start at the provider, and its part of those that start here. */
export function signOutMethods(deps: SignInServiceDeps) {
  const { lookup, flows, failures, connect, oidc, saml, browserSessions, publicUrl, box } = deps
  const refusal = 'sign_in.logout_token_invalid'

  async function claimOnce(id: string, expiresAt: number): Promise<void> {
    if (!(await flows.claimMessage(id, expiresAt))) throw new Refusal('replayed')
  }

  return {
    /** The provider tells us directly that a session has ended. */
    async backchannelLogout(exchange: Exchange, providerId: string, token: string): Promise<void> {
      const provider = await findOidc(lookup, providerId)
      await failures.explain({ exchange, provider, refusal }, async () => {
        const { id, subject, session, expiresAt } = await verifyLogoutToken(connect, provider, token)
        const key = keyOf(provider)
        await claimOnce(`${key} logout ${id}`, expiresAt)
        await browserSessions.endOfProvider({ provider: key, session, subject })
      })
    },

    /** The provider's sign-out page loads this in a frame, without our cookies: the session is known by its id. */
    async frontchannelLogout(
      exchange: Exchange,
      providerId: string,
      { iss, sid }: { iss?: string | undefined; sid?: string | undefined },
    ) {
      const provider = await findOidc(lookup, providerId)
      return failures.explain({ exchange, provider, refusal }, async () => {
        if (!isSameIssuer(iss, provider.issuer)) throw new Refusal('issuer')
        if (!sid) throw new Refusal('malformed')
        await browserSessions.endOfProvider({ provider: keyOf(provider), session: sid, subject: undefined })
        return { frameAncestor: new URL(provider.issuer).origin }
      })
    },

    /** A SAML identity provider ends a session, through the person's browser. Returns where our answer goes. */
    async samlLogout(
      exchange: Exchange,
      providerId: string,
      sent: SentLogout,
      relayState: string | undefined,
    ): Promise<string | undefined> {
      const provider = await findSaml(lookup, providerId)
      const key = keyOf(provider)
      try {
        const isDone = await failures.explain({ exchange, provider, refusal }, async () => {
          const request = await saml.readLogoutRequest(provider, sent)
          await claimOnce(`${key} logout ${request.id}`, request.expiresAt)
          return browserSessions.endOfNameId({ ...request, provider: key })
        })
        return await saml.logoutResponseUrl(provider, sent, { relayState, isDone })
      } catch (error) {
        const answer = await saml.logoutResponseUrl(provider, sent, { relayState, isDone: false })
        if (answer === undefined) throw error
        return answer
      }
    },

    /** Where a browser that has signed out here also signs out at its provider. */
    async signOutUrl(exchange: Exchange, ended: ProviderSession): Promise<string | undefined> {
      const [providerId = ''] = ended.provider.split(' ')
      try {
        const provider = await lookup.find(providerId)
        if (keyOf(provider) !== ended.provider) return undefined
        const hint = ended.sealedIdToken && box.open(ended.sealedIdToken)
        if (provider.kind === 'saml')
          return (
            hint && (await saml.signOutUrl(provider, { nameId: JSON.parse(hint), session: ended.session }))
          )
        return await oidc.signOutUrl(provider, {
          idToken: hint,
          returnTo: toAddresses(publicUrl, provider).sign_out_redirect_uri,
        })
      } catch (error) {
        // The person has signed out here; the provider is removed, or can't be reached now.
        exchange.log.warn(
          { provider: providerId, ...describeError(error) },
          'sign-out at the provider failed',
        )
        return undefined
      }
    },
  }
}

const isSameIssuer = (claimed: string | undefined, issuer: string): boolean =>
  claimed?.replace(/\/+$/, '') === issuer.replace(/\/+$/, '')
