import { say } from '@bellwether/wire'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { ProviderSession } from '../users/index.ts'
import { verifyLogoutToken } from './oidc/logout-token.ts'
import { describeError } from './oidc/provider-errors.ts'
import { keyOf, toAddresses } from './providers/provider.ts'
import { explain, findOidc, findSaml, type SignInServiceDeps } from './sign-in-deps.ts'

/** Sign-outs that start at the provider, and its part of those that start here. */
export function signOutMethods(deps: SignInServiceDeps) {
  const { lookup, flows, connect, oidc, saml, browserSessions, publicUrl, box } = deps

  return {
    /** The provider tells us directly that a session has ended. */
    async backchannelLogout(exchange: Exchange, providerId: string, token: string): Promise<void> {
      const provider = await findOidc(lookup, providerId)
      const { id, subject, session, expiresAt } = await explain(exchange, provider, () =>
        verifyLogoutToken(connect, provider, token),
      )
      const key = keyOf(provider)
      if (!(await flows.claimMessage(`${key} logout ${id}`, expiresAt)))
        throw badRequest(say('sign_in.logout_token_invalid'))
      await browserSessions.endOfProvider({ provider: key, session, subject })
    },

    /** The provider's sign-out page loads this in a frame, without our cookies: the session is known by its id. */
    async frontchannelLogout(providerId: string, issuer: string | undefined, session: string | undefined) {
      const provider = await findOidc(lookup, providerId)
      if (!session || !isSameIssuer(issuer, provider.issuer))
        throw badRequest(say('sign_in.logout_token_invalid'))
      await browserSessions.endOfProvider({ provider: keyOf(provider), session, subject: undefined })
      return { frameAncestor: new URL(provider.issuer).origin }
    },

    /** A SAML identity provider ends a session, through the person's browser. Returns where its answer goes. */
    async samlLogout(
      exchange: Exchange,
      providerId: string,
      sent: ({ form: string } | { query: string }) & { relayState: string | undefined },
    ): Promise<string | undefined> {
      const provider = await findSaml(lookup, providerId)
      const request = await explain(exchange, provider, () =>
        saml.readLogoutRequest(provider, sent).catch((error: unknown) => {
          throw new AppError('bad_request', say('sign_in.logout_token_invalid'), { cause: error })
        }),
      )
      const key = keyOf(provider)
      if (!(await flows.claimMessage(`${key} logout ${request.id}`, request.expiresAt)))
        throw badRequest(say('sign_in.logout_token_invalid'))
      const isKnown = await browserSessions.endOfNameId({ ...request, provider: key })
      return saml.logoutResponseUrl(provider, { id: request.id, relayState: sent.relayState, isKnown })
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
