import { LRUCache } from 'lru-cache'
import { newToken } from '../../platform/ids.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'

const LIFETIME_SECONDS = 24 * 3600
const MOST_ENDED = 10_000
const SESSION = /^([\w-]{16,64})\.([0-9a-z]{4,10})\.([\w-]{32})$/

/**
 * Sessions that nobody keeps: an id says for whom and when it was made, and is signed. Every instance can check it, and an id is of use to
 * the user whom it was made for only. It gives no rights: those come with each request's own credential.
 */
export function createSessionIds(
  box: Pick<SecretBox, 'sign' | 'isSigned'>,
  now = () => Math.floor(Date.now() / 1000),
) {
  const ended = new LRUCache<string, true>({ max: MOST_ENDED })
  const toText = (userId: number, nonce: string, issued: string) => `mcp-session:${userId}:${nonce}:${issued}`

  return {
    issue(userId: number): string {
      const nonce = newToken()
      const issued = now().toString(36)
      return `${nonce}.${issued}.${box.sign(toText(userId, nonce, issued))}`
    },

    isOf(userId: number, id: string): boolean {
      const [, nonce = '', issued = '', signature = ''] = SESSION.exec(id) ?? []
      if (nonce === '' || ended.has(id)) return false
      if (Number.parseInt(issued, 36) + LIFETIME_SECONDS < now()) return false
      return box.isSigned(toText(userId, nonce, issued), signature)
    },

    /** Known to this instance only, which is enough: an ended session opens nothing that its user could not open without it. */
    end(id: string): void {
      ended.set(id, true)
    },
  }
}

export type SessionIds = ReturnType<typeof createSessionIds>
