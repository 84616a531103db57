import { say } from '@bellwether/wire'
import { forbidden } from '../../../platform/errors.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'

const NAME = 'bellwether_session'
/** Browsers send the cookie to this path only. */
export const COOKIE_PATH = '/session'

export function readSessionCookie(exchange: Exchange): string | undefined {
  for (const part of (exchange.header('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === NAME && value) return value
  }
  return undefined
}

/** An empty token with a lifetime of zero removes the cookie. */
export function toSessionCookie(
  exchange: Exchange,
  publicUrl: string,
  token: string,
  seconds: number,
): string {
  // The browser knows whether it used https; a proxy may have terminated TLS.
  const isSecure = (exchange.header('origin') ?? publicUrl).startsWith('https:')
  const attributes = [`Path=${COOKIE_PATH}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  return [`${NAME}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
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
