import { hash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import {
  type AccountTokenRow,
  accountTokenRepository,
  type TokenPurpose,
} from './account-token.repository.ts'

const LINK_SECONDS = 3600

// Tokens have 256 random bits, so a fast hash is safe.
export const toHash = (token: string): string => hash('sha256', token)

export const linkInvalid = () => badRequest(say('account.link_invalid'))

/** Creates a token for one person and one purpose. Only its hash is stored. */
export async function issueToken(
  tx: Db,
  fields: Pick<AccountTokenRow, 'user_id' | 'purpose' | 'email' | 'delivery'>,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken()
  const now = nowSeconds()
  const expiresAt = now + LINK_SECONDS
  await accountTokenRepository.insert(tx, {
    ...fields,
    token_hash: toHash(token),
    created_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** The token’s row if it is still valid. Does not use it up. */
export const findToken = (
  db: Db,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<AccountTokenRow | undefined> =>
  accountTokenRepository.find(db, toHash(token), purposes, nowSeconds())

/** Uses up the token and all others of the person for the same purposes. Throws if it is not valid. */
export async function spendToken(
  tx: Db,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<AccountTokenRow> {
  const row = await accountTokenRepository.spend(tx, toHash(token), purposes, nowSeconds())
  if (!row) throw linkInvalid()
  await accountTokenRepository.deleteAllOf(tx, row.user_id, purposes)
  return row
}
