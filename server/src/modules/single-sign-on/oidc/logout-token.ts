import { jwtVerify } from 'jose'
import * as z from 'zod'
import type { OidcProvider } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'
import type { Connect } from './connect.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Never a shared secret, and never `none`. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** Older tokens are refused, so that ids of used ones need not be kept for long. */
const MAX_TOKEN_AGE_SECONDS = 600
const TOLERANCE_SECONDS = 60

const claimsSchema = z
  .object({
    jti: z.string().min(1).max(500),
    iat: z.number(),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.object({ [EVENT]: z.object({}) }),
    // An ID token has a nonce: it must not be usable as a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

export interface LogoutToken {
  id: string
  subject: string | undefined
  session: string | undefined
  /** In Unix seconds: after this it would be too old. */
  expiresAt: number
}

/** Checks a logout token as OpenID Connect Back-Channel Logout 1.0 requires. The caller checks that it is new. */
export async function verifyLogoutToken(
  connect: Connect,
  provider: OidcProvider,
  token: string,
): Promise<LogoutToken> {
  const { metadata, keys } = await connect(provider)
  const { payload } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    maxTokenAge: MAX_TOKEN_AGE_SECONDS,
    clockTolerance: TOLERANCE_SECONDS,
  })
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) throw new Refusal('malformed')
  const { jti, sub, sid, iat } = claims.data
  return {
    id: jti,
    subject: sub,
    session: sid,
    expiresAt: Math.ceil(iat) + MAX_TOKEN_AGE_SECONDS + 2 * TOLERANCE_SECONDS,
  }
}
