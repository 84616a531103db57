import { LRUCache } from 'lru-cache'
import { growingTo } from '../../../platform/growing-to.ts'
import { newToken } from '../../../platform/ids.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { ClientAbilities } from '../offer/mcp-offer.ts'

const LIFETIME_SECONDS = 24 * 3600
const MAX_ENDED = 10_000
const SESSION = /^([\w-]{16,64})\.([0-9a-z]{4,10})\.(-|es?|s)\.([\w-]{32})$/

export const NO_ABILITIES: ClientAbilities = { elicitation: false, sampling: false }

/**
 * Sessions without stored state: a signed id contains the user, the time and the client's capabilities. Every
 * instance can verify it, and it only works for the user it was issued to. It grants no access: each request has its
 * own credential.
 */
export function createSessionIds(
  box: Pick<SecretBox, 'sign' | 'isSigned'>,
  now = () => Math.floor(Date.now() / 1000),
) {
  const ended = new LRUCache<string, true>(growingTo(MAX_ENDED))
  const toText = (userId: number, payload: string) => `mcp-session:${userId}:${payload}`

  return {
    issue(userId: number, can: ClientAbilities = NO_ABILITIES): string {
      const payload = `${newToken()}.${now().toString(36)}.${toLetters(can)}`
      return `${payload}.${box.sign(toText(userId, payload))}`
    },

    /** The capabilities of the session's client. Undefined if it is not a session of this user. */
    find(userId: number, id: string): ClientAbilities | undefined {
      const [, nonce = '', issued = '', letters = '', signature = ''] = SESSION.exec(id) ?? []
      if (nonce === '' || ended.has(id)) return undefined
      if (Number.parseInt(issued, 36) + LIFETIME_SECONDS < now()) return undefined
      const isTheirs = box.isSigned(toText(userId, `${nonce}.${issued}.${letters}`), signature)
      return isTheirs ? { elicitation: letters.includes('e'), sampling: letters.includes('s') } : undefined
    },

    /** For this instance; the others are notified. A session that one of them still considers open grants no access. */
    end(id: string): void {
      ended.set(id, true)
    },
  }
}

const toLetters = ({ elicitation, sampling }: ClientAbilities): string =>
  `${elicitation ? 'e' : ''}${sampling ? 's' : ''}` || '-'
