import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { nowSeconds } from '../../../platform/clock.ts'
import { createSessions } from './sessions.ts'

const SECRET = Buffer.alloc(32, 3)
const sessions = createSessions(SECRET, { access: 1800, lamb: 3600 })
const tokenOf = (times: { iat?: number; exp: number }) =>
  new SignJWT({ ver: 1, ...times }).setProtectedHeader({ alg: 'HS256' }).setSubject('7').sign(SECRET)

it.each([
  ['was issued now', 0, 3600, true],
  ['was issued by a clock that is slightly ahead', 20, 3600, true],
  ['was issued in the future', 120, 3600, false],
  ['has just expired by another clock', -3600, -10, true],
  ['has expired', -3600, -60, false],
])('a token that %s', async (_name, madeIn, endsIn, isGood) => {
  const now = nowSeconds()
  const token = await tokenOf({ iat: now + madeIn, exp: now + endsIn })
  // Twice: the second time, the signature is cached.
  for (const _turn of [1, 2]) expect((await sessions.verify(token)) !== undefined).toBe(isGood)
})
