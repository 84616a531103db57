import { say } from '@bellwether/wire'
import { forbidden } from '../../../platform/errors.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'

const NAME = 'bellwether_session'
/** For pages in a frame of another site. Browsers keep it apart for each site that shows the frame. */
const FRAMED_NAME = 'bellwether_framed'
/** Browsers send the cookie to this path only. */
const COOKIE_PATH = '/session'

export interface SessionCookie {
  token: string
  isFramed: boolean
}

export function readSessionCookie(exchange: Exchange): SessionCookie | undefined {
  const token = readCookie(exchange, NAME)
  if (token !== undefined) return { token, isFramed: false }
  const framed = readCookie(exchange, FRAMED_NAME)
  return framed === undefined ? undefined : { token: framed, isFramed: true }
}

function readCookie(exchange: Exchange, cookieName: string): string | undefined {
  for (const part of (exchange.header('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName && value) return value
  }
  return undefined
}

/** An empty token with a lifetime of zero removes the cookie. */
export function toSessionCookie(
  exchange: Exchange,
  publicUrl: string,
  token: string,
  seconds: number,
  isFramed = false,
): string {
  const lifetime = [`Path=${COOKIE_PATH}`, `Max-Age=${seconds}`, 'HttpOnly']
  // Browsers accept cookies in a frame of another site only with these attributes, hence only over https.
  if (isFramed)
    return [`${FRAMED_NAME}=${token}`, ...lifetime, 'SameSite=None', 'Secure', 'Partitioned'].join('; ')
  // The browser knows whether it used https; a proxy may have terminated TLS.
  const isSecure = (exchange.header('origin') ?? publicUrl).startsWith('https:')
  return [`${NAME}=${token}`, ...lifetime, 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ')
}

/**
 * Refuses requests from pages of other sites (CSRF). Browsers set `Sec-Fetch-Site` themselves and pages can't
 * change it; older browsers and plain http only send `Origin`.
 */
export function requireOwnPage(exchange: Exchange, publicUrl: string): void {
  const site = exchange.header('sec-fetch-site')
  const isOwn = site === undefined ? isOwnOrigin(exchange, publicUrl) : site === 'same-origin'
  if (!isOwn) throw forbidden(say('requests.cross_site'))
}

function isOwnOrigin(exchange: Exchange, publicUrl: string): boolean {
  const origin = exchange.header('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === exchange.header('host')
}
