import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type LoginRow = Row<'lti_logins'>

export const loginRepository = {
  async insert(db: Db, row: NewRow<'lti_logins'>): Promise<void> {
    await db.insertInto('lti_logins').values(row).execute()
  },

  find: (db: Db, stateHash: string): Promise<LoginRow | undefined> =>
    db.selectFrom('lti_logins').selectAll().where('state_hash', '=', stateHash).executeTakeFirst(),

  /** True for the first of several concurrent requests only. */
  async use(db: Db, stateHash: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('lti_logins')
      .set({ used_at: now })
      .where('state_hash', '=', stateHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  removeExpired: createRemoveOld('lti_logins', { key: 'state_hash', time: 'expires_at' }),
}
