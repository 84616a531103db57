import type { Db } from '../../../platform/db/db.ts'
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

  async removeExpired(db: Db, now: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('lti_logins')
      .select('lti_logins.state_hash')
      .where('expires_at', '<=', now)
      .limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('lti_logins')
      .where('state_hash', 'in', old)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
