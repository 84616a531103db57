import { hash } from 'node:crypto'
import { say } from '@bellwether/wire'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { newToken } from '../../../platform/ids.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { flowRepository, usedMessageRepository } from './flow.repository.ts'

export interface FlowDeps {
  db: Db
  box: SecretBox
  publicUrl: string
}

/** What the server must remember while the browser is at the provider. */
const dataSchema = z.object({
  /** OpenID Connect. */
  nonce: z.string().default(''),
  codeVerifier: z.string().default(''),
  /** SAML. */
  requestId: z.string().default(''),
  /** As it was at the start: the provider may be edited in the meantime. */
  issuer: z.string(),
  returnTo: z.string(),
})
export type FlowData = z.output<typeof dataSchema>
type NewFlow = z.input<typeof dataSchema>

const LIFETIME_SECONDS = 600
// The hashed values have 256 random bits, so a fast hash is safe.
const toHash = (text: string): string => hash('sha256', text)
const cookieName = (stateHash: string): string => `bellwether_sign_in_${stateHash.slice(0, 16)}`

/**
 * Sign-ins between the redirect to the provider and the return. Each works once, for ten minutes, and only in the
 * browser that started it: its cookie must match. Several can run at once, in different tabs.
 */
export function createFlows({ db, box, publicUrl }: FlowDeps) {
  const isSecure = publicUrl.startsWith('https:')
  const toCookie = (stateHash: string, value: string, seconds: number, isPost: boolean): string =>
    [
      `${cookieName(stateHash)}=${value}`,
      'Path=/auth',
      `Max-Age=${seconds}`,
      'HttpOnly',
      // The provider sends the browser back from another site: by a link (OpenID Connect) or a form (SAML).
      isPost && isSecure ? 'SameSite=None' : 'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')

  return {
    /** Returns the `state` for the provider and the cookie for the browser. */
    async begin(providerId: string, data: NewFlow): Promise<{ state: string; cookie: string }> {
      const state = newToken()
      const browser = newToken()
      const stateHash = toHash(state)
      await flowRepository.insert(db, {
        state_hash: stateHash,
        provider_id: providerId,
        browser_hash: toHash(browser),
        sealed_data: box.seal(JSON.stringify(data)),
        expires_at: nowSeconds() + LIFETIME_SECONDS,
      })
      return { state, cookie: toCookie(stateHash, browser, LIFETIME_SECONDS, data.requestId !== undefined) }
    },

    /**
     * Ends the flow. Throws if it is unknown, expired, used, or was started in another browser, or with another issuer:
     * the answer must come from the server that the browser was sent to.
     */
    async take(
      exchange: Exchange,
      { id, issuer }: { id: string; issuer: string },
      state: string | undefined,
    ): Promise<{ data: FlowData; clearCookie: string }> {
      const stateHash = toHash(state ?? '')
      const browser = readCookie(exchange, cookieName(stateHash))
      const row =
        browser &&
        (await flowRepository.take(db, {
          state_hash: stateHash,
          provider_id: id,
          browser_hash: toHash(browser),
        }))
      if (!row || row.expires_at <= nowSeconds()) throw badRequest(say('sign_in.flow_expired'))
      const data = dataSchema.parse(JSON.parse(box.open(row.sealed_data)))
      if (data.issuer !== issuer) throw badRequest(say('sign_in.flow_expired'))
      return {
        data,
        clearCookie: toCookie(stateHash, '', 0, data.requestId !== ''),
      }
    },

    /** False if a message with this id was used before. Remember it for as long as it would be valid. */
    claimMessage: (id: string, expiresAt: number): Promise<boolean> =>
      usedMessageRepository.claim(db, toHash(id), expiresAt),

    async removeOld(signal: AbortSignal): Promise<void> {
      const now = nowSeconds()
      await inBatches((limit) => flowRepository.removeExpired(db, now, limit), signal)
      await inBatches((limit) => usedMessageRepository.removeExpired(db, now, limit), signal)
    },
  }
}

export type Flows = ReturnType<typeof createFlows>

function readCookie(exchange: Exchange, searchedName: string): string | undefined {
  for (const part of (exchange.header('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === searchedName && value) return value
  }
  return undefined
}
