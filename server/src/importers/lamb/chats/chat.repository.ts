import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

/** Rows per statement: databases limit the number of parameters. */
const ROWS = 100

export const chatRepository = {
  async findTaken(db: Db, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('chats').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  async insertChats(tx: Db, rows: readonly NewRow<'chats'>[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto('chats')
        .values(rows.slice(at, at + ROWS))
        .execute()
  },

  /** A consent counts from its time on here; the imported one was also for earlier chats. */
  async includeInConsent(
    tx: Db,
    activityIds: readonly number[],
    userId: number,
    createdAt: number,
  ): Promise<void> {
    await tx
      .updateTable('lti_activity_users')
      .set({ consent_at: createdAt })
      .where('activity_id', 'in', activityIds)
      .where('user_id', '=', userId)
      .where('consent_at', '>', createdAt)
      .execute()
  },

  async insertMessages(tx: Db, rows: readonly NewRow<'chat_messages'>[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto('chat_messages')
        .values(rows.slice(at, at + ROWS))
        .execute()
  },
}
