import { LOGIN_SECONDS } from '../../../modules/lti/index.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'

/** One cookie per login, because people open several activities at once. */
const nameOf = (state: string): string => `bellwether_lti_${state.slice(0, 16).replace(/[^\w]/g, '_')}`

/** Binds a login to the browser that started it. Partitioned, so that it also works in a frame of the LMS. */
export const toLoginCookie = (state: string, secret: string): string =>
  `${nameOf(state)}=${secret}; Path=/lti/1.3; Max-Age=${LOGIN_SECONDS}; HttpOnly; SameSite=None; Secure; Partitioned`

export function readLoginCookie(exchange: Exchange, state: string): string | undefined {
  const cookieName = nameOf(state)
  for (const part of (exchange.header('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName && value) return value
  }
  return undefined
}
