import {
  backchannelLogoutSchema,
  frontchannelLogoutQuerySchema,
  type SamlLogout,
  samlLogoutSchema,
  samlResponseSchema,
  signInCallbackQuerySchema,
  signInChoicesQuerySchema,
  signInChoicesSchema,
  signInStartQuerySchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { isAppError } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { ProviderLookup } from './providers/provider-lookup.ts'
import type { SentLogout } from './saml/logout.ts'
import type { Redirect, SignInService } from './sign-in.service.ts'

export interface SignInRouteDeps {
  lookup: Pick<ProviderLookup, 'list'>
  signIns: SignInService
}

const tag = 'Sign-in'
const params = z.object({ provider: z.string().max(100) })
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

export const createSignInRoutes = ({ lookup, signIns }: SignInRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/auth/providers',
    tag,
    summary: 'List sign-in providers',
    description: 'The providers that people can sign in with, of one organization or of all.',
    access: 'public',
    query: signInChoicesQuerySchema,
    answer: signInChoicesSchema,
    handle: ({ query }) => lookup.list(query.org),
  }),
  ...browserRoutes(signIns),
  ...samlRoutes(signIns),
  ...logoutRoutes(signIns),
]

const browserRoutes = (signIns: SignInService): Endpoint[] => [
  endpoint({
    answer: 'redirect',
    method: 'GET',
    path: '/auth/{provider}/start',
    tag,
    summary: 'Sign in with a provider',
    description: 'Redirects the browser to the provider. `return_to` is a path of this server.',
    access: 'public',
    status: 303,
    params,
    query: signInStartQuerySchema,
    handle: ({ params, query, exchange }) =>
      redirect(exchange, () => signIns.start(exchange, params.provider, query.return_to)),
  }),
  endpoint({
    answer: 'redirect',
    method: 'GET',
    path: '/auth/{provider}/callback',
    tag,
    summary: 'Return from a provider',
    description: 'The redirect URI of OpenID Connect. Starts a browser session and redirects to the web app.',
    access: 'public',
    status: 303,
    params,
    query: signInCallbackQuerySchema,
    handle: ({ params, exchange }) =>
      redirect(exchange, () => signIns.finish(exchange, params.provider, queryOf(exchange))),
  }),
]

const samlRoutes = (signIns: SignInService): Endpoint[] => [
  endpoint({
    answer: 'file',
    method: 'GET',
    path: '/auth/{provider}/metadata',
    tag,
    summary: 'Get SAML metadata',
    description: 'Our service provider metadata for one SAML identity provider, as XML.',
    access: 'public',
    params,
    handle: async ({ params }) =>
      new Reply(await signIns.samlMetadata(params.provider), {
        'content-type': 'application/samlmetadata+xml; charset=utf-8',
      }),
  }),
  endpoint({
    answer: 'redirect',
    method: 'POST',
    path: '/auth/{provider}/acs',
    tag,
    summary: 'Return from a SAML identity provider',
    description: 'The assertion consumer service. Starts a browser session and redirects to the web app.',
    access: 'public',
    status: 303,
    params,
    bodyKind: 'form',
    bodyLimit: 1024 * 1024,
    body: samlResponseSchema,
    handle: ({ params, body, exchange }) =>
      redirect(exchange, () => signIns.finishSaml(exchange, params.provider, body)),
  }),
  endpoint({
    answer: 'redirect',
    method: 'GET',
    path: '/auth/{provider}/slo',
    tag,
    summary: 'SAML single logout (redirect)',
    description:
      'A signed logout request from the identity provider ends the person’s sessions. A logout response redirects to the sign-in page.',
    access: 'public',
    status: 303,
    params,
    query: samlLogoutSchema,
    handle: ({ params, query, exchange }) =>
      singleLogout(exchange, signIns, params.provider, query, {
        query: (exchange.incoming.url ?? '').split(/\?(.*)/s, 2)[1] ?? '',
      }),
  }),
  endpoint({
    answer: 'redirect',
    method: 'POST',
    path: '/auth/{provider}/slo',
    tag,
    summary: 'SAML single logout (POST)',
    description: 'The same with the HTTP-POST binding.',
    access: 'public',
    status: 303,
    params,
    bodyKind: 'form',
    bodyLimit: 256 * 1024,
    body: samlLogoutSchema,
    handle: ({ params, body, exchange }) =>
      singleLogout(exchange, signIns, params.provider, body, { form: body.SAMLRequest ?? '' }),
  }),
]

/** The response to our own request changes nothing: the person is signed out here already. */
const singleLogout = (
  exchange: Exchange,
  signIns: SignInService,
  providerId: string,
  { SAMLRequest, RelayState }: SamlLogout,
  sent: SentLogout,
): Promise<Reply> =>
  redirect(exchange, async () => {
    const to =
      SAMLRequest === undefined ? undefined : await signIns.samlLogout(exchange, providerId, sent, RelayState)
    return { to: to ?? '/sign-in', cookies: [] }
  })

const logoutRoutes = (signIns: SignInService): Endpoint[] => [
  endpoint({
    answer: 'none',
    status: 200,
    method: 'POST',
    path: '/auth/{provider}/backchannel-logout',
    tag,
    summary: 'End a session (back channel)',
    description:
      'Called by the provider with a signed logout token (OpenID Connect Back-Channel Logout 1.0).',
    access: 'public',
    params,
    bodyKind: 'form',
    bodyLimit: 64 * 1024,
    body: backchannelLogoutSchema,
    async handle({ params, body, exchange }) {
      await signIns.backchannelLogout(exchange, params.provider, body.logout_token)
      return new Reply(null, PRIVATE)
    },
  }),
  endpoint({
    answer: 'page',
    method: 'GET',
    path: '/auth/{provider}/frontchannel-logout',
    tag,
    summary: 'End a session (front channel)',
    description: 'Loaded in a frame of the provider’s sign-out page, with `iss` and `sid`.',
    access: 'public',
    params,
    query: frontchannelLogoutQuerySchema,
    async handle({ params, query, exchange }) {
      const { frameAncestor } = await signIns.frontchannelLogout(exchange, params.provider, query)
      return new Reply('<!doctype html><title>Signed out</title>', {
        ...PRIVATE,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; frame-ancestors ${frameAncestor}`,
      })
    },
  }),
]

/** A browser that fails to sign in gets the sign-in page with the error; a program gets the error itself. */
async function redirect(exchange: Exchange, work: () => Promise<Redirect>): Promise<Reply> {
  try {
    const { to, cookies } = await work()
    const headers = { ...PRIVATE, location: to, ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
    return new Reply(null, headers, 303)
  } catch (error) {
    const code = isAppError(error) ? error.userMessage?.code : undefined
    if (code === undefined || !exchange.header('accept')?.includes('text/html')) throw error
    const page = new URLSearchParams({ error: code, reference: exchange.requestId })
    return new Reply(null, { ...PRIVATE, location: `/sign-in?${page}` }, 303)
  }
}

/** All parameters, because the provider's library checks them as they were sent. */
const queryOf = (exchange: Exchange): URLSearchParams =>
  new URL(exchange.incoming.url ?? '/', 'http://localhost').searchParams
