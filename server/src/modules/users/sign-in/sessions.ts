import { compactVerify, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { growingTo } from '../../../platform/growing-to.ts'

/** How far the clocks of two servers may be apart. */
const LEEWAY_SECONDS = 30

export interface SessionClaims {
  userId: number
  version: number
  expiresAt: number
}

type TokenUser = { id: number; email: string; role: string; session_version: number }

/** In seconds. */
export interface TokenLifetimes {
  /** Of the tokens that browsers refresh. */
  access: number
  /** Of the tokens that LAMB's clients keep. */
  lamb: number
}

export interface Sessions {
  readonly lifetimes: TokenLifetimes
  issue(user: TokenUser, kind: keyof TokenLifetimes): Promise<string>
  /** Undefined for anything that is not a good token of ours. The user's state is checked by the caller, in the database. */
  verify(token: string): Promise<SessionClaims | undefined>
  /** Whether we signed this token, valid or not: an expired one is no attempt to guess. */
  isOurs(token: string): Promise<boolean>
}

export function createSessions(secret: Buffer, lifetimes: TokenLifetimes): Sessions {
  const key = new Uint8Array(secret)
  // A token's signature does not change: checking it once is enough, its expiry is looked at each time.
  const verified = new LRUCache<string, SessionClaims>(growingTo(5000))

  return {
    // `email` and `role` are there because LAMB's tokens have them; nothing here reads them back.
    lifetimes,
    issue: (user, kind) =>
      new SignJWT({ email: user.email, role: user.role, ver: user.session_version })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(user.id))
        .setIssuedAt()
        .setExpirationTime(`${lifetimes[kind]}s`)
        .sign(key),

    async verify(token) {
      const known = verified.get(token)
      const now = Date.now() / 1000
      if (known) return known.expiresAt + LEEWAY_SECONDS > now ? known : undefined
      const payload = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        clockTolerance: LEEWAY_SECONDS,
      }).then(
        (result) => result.payload,
        () => undefined,
      )
      const userId = Number(payload?.sub)
      if (!payload || !Number.isSafeInteger(userId) || typeof payload['ver'] !== 'number' || !payload.exp)
        return undefined
      // A token from the future was made by a clock that is wrong, or to outlive the others.
      if (payload.iat !== undefined && payload.iat > now + LEEWAY_SECONDS) return undefined
      const claims = { userId, version: payload['ver'], expiresAt: payload.exp }
      verified.set(token, claims)
      return claims
    },

    isOurs: (token) =>
      compactVerify(token, key, { algorithms: ['HS256'] }).then(
        () => true,
        () => false,
      ),
  }
}
