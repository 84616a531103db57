import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type AccountTokenRow = Row<'account_tokens'>
export type TokenPurpose = AccountTokenRow['purpose']
export const TOKEN_PURPOSES = [
  'confirm_email',
  'change_email',
  'reset_password',
] as const satisfies TokenPurpose[]

export const accountTokenRepository = {
  async insert(db: Db, token: NewRow<'account_tokens'>): Promise<void> {
    await db.insertInto('account_tokens').values(token).execute()
  },

  find: (
    db: Db,
    hash: string,
    purposes: readonly TokenPurpose[],
    now: number,
  ): Promise<AccountTokenRow | undefined> =>
    db
      .selectFrom('account_tokens')
      .selectAll()
      .where('token_hash', '=', hash)
      .where('purpose', 'in', purposes)
      .where('expires_at', '>', now)
      .executeTakeFirst(),

  /** Only one of several simultaneous requests gets the row. */
  spend: (
    tx: Db,
    hash: string,
    purposes: readonly TokenPurpose[],
    now: number,
  ): Promise<AccountTokenRow | undefined> =>
    tx
      .deleteFrom('account_tokens')
      .where('token_hash', '=', hash)
      .where('purpose', 'in', purposes)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst(),

  async deleteAllOf(db: Db, userId: number, purposes: readonly TokenPurpose[]): Promise<void> {
    await db
      .deleteFrom('account_tokens')
      .where('user_id', '=', userId)
      .where('purpose', 'in', purposes)
      .execute()
  },

  removeExpired: createRemoveOld('account_tokens', { key: 'token_hash', time: 'expires_at' }),
}
