import { compactVerify, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { growingTo } from '../../../platform/growing-to.ts'

/** Allowed clock difference between two servers. */
const LEEWAY_SECONDS = 30

export interface SessionClaims {
  userId: number
  version: number
  expiresAt: number
}

type TokenUser = { id: number; email: string; role: string; session_version: number }

/** In seconds. */
export interface TokenLifetimes {
  /** Lifetime of the tokens that browsers refresh. */
  access: number
  /** Lifetime of the tokens that LAMB clients keep. */
  lamb: number
}

/** Guests have no refresh token: the page gets a new token with every visit. Their data is deleted after this time without a visit. */
export const GUEST_SECONDS = 120 * 86_400

export interface Sessions {
  readonly lifetimes: TokenLifetimes
  issue(user: TokenUser, kind: keyof TokenLifetimes | 'guest'): Promise<string>
  /** Undefined unless this is a valid token of ours. The caller checks the user's state in the database. */
  verify(token: string): Promise<SessionClaims | undefined>
  /** Whether we signed this token, valid or not. An expired token is not an attempt to guess. */
  isOurs(token: string): Promise<boolean>
}

export function createSessions(secret: Buffer, lifetimes: TokenLifetimes): Sessions {
  const key = new Uint8Array(secret)
  // A valid signature stays valid, so it is checked once. The expiry is checked each time.
  const verified = new LRUCache<string, SessionClaims>(growingTo(5000))

  return {
    lifetimes,
    // `email` and `role` are included because LAMB's tokens have them; they are never read here.
    issue: (user, kind) =>
      new SignJWT({ email: user.email, role: user.role, ver: user.session_version })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(user.id))
        .setIssuedAt()
        .setExpirationTime(`${kind === 'guest' ? GUEST_SECONDS : lifetimes[kind]}s`)
        .sign(key),

    async verify(token) {
      const cached = verified.get(token)
      const now = Date.now() / 1000
      if (cached) return cached.expiresAt + LEEWAY_SECONDS > now ? cached : undefined
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
      // A token issued in the future comes from a wrong clock, or was made to outlive others.
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
