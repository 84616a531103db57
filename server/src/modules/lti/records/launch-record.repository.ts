import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export const launchRecordRepository = {
  async insert(db: Db, rows: readonly NewRow<'lti_launches'>[]): Promise<void> {
    if (rows.length > 0) await db.insertInto('lti_launches').values(rows).execute()
  },

  list: (db: Db, organizationId: number, limit: number): Promise<Row<'lti_launches'>[]> =>
    db
      .selectFrom('lti_launches')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  removeBefore: createRemoveOld('lti_launches', { key: 'id', time: 'created_at' }),
}
