import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import { versionsIn } from '../branches/branches.ts'
import { chatRepository } from '../chat.repository.ts'

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

  /** With all versions of the question: an earlier one may say the same. */
  async setHidden(tx: Db, chatId: string, messageId: string, hidden: 0 | 1): Promise<void> {
    const chat = await tx
      .selectFrom('chats')
      .select('current_message_id')
      .where('id', '=', chatId)
      .executeTakeFirst()
    const rows = await chatRepository.messagesOf(tx, chatId)
    const row = rows.find(({ id }) => id === messageId)
    // Without branches, messages are not linked.
    const ids = row && chat?.current_message_id != null ? versionsIn(rows)(row) : [messageId]
    await tx.updateTable('chat_messages').set({ hidden }).where('id', 'in', ids).execute()
  },
}
