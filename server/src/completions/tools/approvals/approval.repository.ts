import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ApprovalRow = Row<'approvals'>

export const approvalRepository = {
  async insert(db: Db, row: NewRow<'approvals'>): Promise<ApprovalRow> {
    return db.insertInto('approvals').values(row).returningAll().executeTakeFirstOrThrow()
  },

  find: (db: Db, id: string): Promise<ApprovalRow | undefined> =>
    db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Approvals that can still be decided. */
  listWaiting(
    db: Db,
    person: { userId: number | null; endUser: string | null },
    now: number,
  ): Promise<ApprovalRow[]> {
    return db
      .selectFrom('approvals')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .where('user_id', person.userId === null ? 'is' : '=', person.userId)
      .where('end_user', person.endUser === null ? 'is' : '=', person.endUser)
      .orderBy('created_at')
      .limit(100)
      .execute()
  },

  /** Only once: a second decision changes nothing. */
  async decide(
    db: Db,
    id: string,
    decision: Pick<ApprovalRow, 'state' | 'approved_input' | 'reason'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('approvals')
      .set(decision)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  removeBefore: createRemoveOld('approvals', { key: 'id', time: 'expires_at' }),
}
