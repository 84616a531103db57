import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export const signingKeyRepository = {
  /** The newest first. */
  list: (db: Db): Promise<Row<'lti_signing_keys'>[]> =>
    db.selectFrom('lti_signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute(),

  async insert(db: Db, row: NewRow<'lti_signing_keys'>): Promise<void> {
    await db.insertInto('lti_signing_keys').values(row).execute()
  },

  async removeBefore(db: Db, time: number): Promise<void> {
    await db.deleteFrom('lti_signing_keys').where('created_at', '<', time).execute()
  },
}
