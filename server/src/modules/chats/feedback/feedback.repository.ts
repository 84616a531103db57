import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export const feedbackRepository = {
  ofChat: (db: Db, chatId: string): Promise<Row<'message_feedback'>[]> =>
    db
      .selectFrom('message_feedback')
      .innerJoin('chat_messages', 'chat_messages.id', 'message_feedback.message_id')
      .selectAll('message_feedback')
      .where('chat_messages.chat_id', '=', chatId)
      .execute(),

  /** Holds the message, so that it isn't deleted before the feedback is saved. */
  message: (
    tx: Db,
    chatId: string,
    id: string,
  ): Promise<Pick<Row<'chat_messages'>, 'id' | 'role'> | undefined> =>
    tx
      .updateTable('chat_messages')
      .set((set) => ({ position: set.ref('position') }))
      .where('chat_id', '=', chatId)
      .where('id', '=', id)
      .returning(['id', 'role'])
      .executeTakeFirst(),

  async save(tx: Db, row: NewRow<'message_feedback'>): Promise<void> {
    const { value, comment, updated_at } = row
    await tx
      .insertInto('message_feedback')
      .values(row)
      .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ value, comment, updated_at }))
      .execute()
  },

  async remove(tx: Db, messageId: string): Promise<void> {
    await tx.deleteFrom('message_feedback').where('message_id', '=', messageId).execute()
  },

  async setHidden(tx: Db, messageId: string, hidden: 0 | 1): Promise<void> {
    await tx.updateTable('chat_messages').set({ hidden }).where('id', '=', messageId).execute()
  },
}
