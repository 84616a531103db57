import type { Exchange } from '../../../platform/http/exchange.ts'
import type { UserAccount } from '../user.repository.ts'
import type { BrowserSessions, ProviderSession } from './browser-session.service.ts'
import { toSessionCookie } from './session-cookie.ts'

export interface StartSessionDeps {
  browserSessions: Pick<BrowserSessions, 'begin'>
  publicUrl: string
}

/** Starts a browser session and returns its cookie, for an answer that redirects to a page of the web app. */
export const createStartSession =
  ({ browserSessions, publicUrl }: StartSessionDeps) =>
  async (exchange: Exchange, user: UserAccount, from: ProviderSession): Promise<string> => {
    const { refreshToken, refreshSeconds } = await browserSessions.begin(user, from)
    return toSessionCookie(exchange, publicUrl, refreshToken, refreshSeconds)
  }

export type StartSession = ReturnType<typeof createStartSession>
