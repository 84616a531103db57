import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type LaunchTokenRow = Row<'lti_launch_tokens'>

export const launchTokenRepository = {
  async insert(db: Db, row: NewRow<'lti_launch_tokens'>): Promise<void> {
    await db.insertInto('lti_launch_tokens').values(row).execute()
  },

  find: (db: Db, tokenHash: string): Promise<LaunchTokenRow | undefined> =>
    db.selectFrom('lti_launch_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),

  /** The row, for the first of several concurrent requests only. */
  use: (db: Db, tokenHash: string, purpose: string, now: number): Promise<LaunchTokenRow | undefined> =>
    db
      .updateTable('lti_launch_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst(),

  removeExpired: createRemoveOld('lti_launch_tokens', { key: 'token_hash', time: 'expires_at' }),
}
