import { loginSchema, openSessionSchema, say, signedOutSchema } from '@bellwether/wire'
import { unauthenticated } from '../../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { UserService } from '../user.service.ts'
import { toIdentity } from '../user-records.ts'
import type { BrowserSessions, OpenSession, ProviderSession } from './browser-session.service.ts'
import { readSessionCookie, requireOwnPage, toSessionCookie } from './session-cookie.ts'

export interface BrowserSessionRouteDeps {
  users: Pick<UserService, 'checkPassword'>
  browserSessions: BrowserSessions
  publicUrl: string
  /** The page on which the browser also signs out at the provider that started the session. */
  providerSignOutUrl(exchange: Exchange, ended: ProviderSession): Promise<string | undefined>
}

const tag = 'Account'
const NOT_CACHED = { 'cache-control': 'no-store' }

/** For the web app. Programs use `POST /creator/login` or an API key. */
export function createBrowserSessionRoutes(deps: BrowserSessionRouteDeps): Endpoint[] {
  const { users, browserSessions, publicUrl } = deps

  const toReply = (exchange: Exchange, open: OpenSession, isFramed = false): Reply =>
    new Reply(
      {
        access_token: open.accessToken,
        expires_in: open.accessSeconds,
        user: toIdentity(open.user, publicUrl),
      },
      {
        ...NOT_CACHED,
        'set-cookie': toSessionCookie(exchange, publicUrl, open.refreshToken, open.refreshSeconds, isFramed),
      },
    )

  return [
    endpoint({
      method: 'POST',
      path: '/session',
      tag,
      summary: 'Sign in with a browser',
      description: 'Returns a short-lived access token and sets a refresh token in an HttpOnly cookie.',
      access: 'public',
      bodyLimit: 64 * 1024,
      body: loginSchema,
      answer: openSessionSchema,
      async handle({ body, exchange }) {
        requireOwnPage(exchange, publicUrl)
        const user = await users.checkPassword(body.email, body.password, exchange.clientIp)
        const earlier = readSessionCookie(exchange)
        if (earlier !== undefined) await browserSessions.discard(earlier.token)
        return toReply(exchange, await browserSessions.begin(user))
      },
    }),
    endpoint({
      method: 'POST',
      path: '/session/refresh',
      tag,
      summary: 'Refresh the session',
      description:
        'Returns a new access token for a browser with the refresh cookie, and replaces the cookie.',
      access: 'public',
      answer: openSessionSchema,
      async handle({ exchange }) {
        requireOwnPage(exchange, publicUrl)
        const cookie = readSessionCookie(exchange)
        if (cookie === undefined) throw unauthenticated(say('requests.not_authenticated'))
        return toReply(exchange, await browserSessions.refresh(cookie.token), cookie.isFramed)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/session/sign-out',
      tag,
      summary: 'Sign out everywhere',
      description:
        'Ends all your sessions immediately and removes the cookie. Returns 204, or 200 with the URL that ends the session at the sign-in provider.',
      access: 'public',
      status: 204,
      answer: signedOutSchema,
      async handle({ exchange }) {
        requireOwnPage(exchange, publicUrl)
        const cookie = readSessionCookie(exchange)
        const ended = cookie === undefined ? undefined : await browserSessions.signOut(cookie.token)
        const url = ended && (await deps.providerSignOutUrl(exchange, ended))
        const removed = toSessionCookie(exchange, publicUrl, '', 0, cookie?.isFramed)
        const headers = { ...NOT_CACHED, 'set-cookie': removed }
        return url === undefined
          ? new Reply(null, headers)
          : new Reply({ provider_sign_out_url: url }, headers, 200)
      },
    }),
  ]
}
