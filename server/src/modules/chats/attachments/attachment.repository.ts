import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export const attachmentRepository = {
  list: (db: Db, chatId: string): Promise<Row<'chat_attachments'>[]> =>
    db
      .selectFrom('chat_attachments')
      .selectAll()
      .where('chat_id', '=', chatId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Only of this person's chat with this assistant. */
  textsOf: (
    db: Db,
    { userId, assistantId, chatId }: { userId: number; assistantId: number; chatId: string },
  ): Promise<Pick<Row<'chat_attachments'>, 'name' | 'text' | 'is_cut'>[]> =>
    db
      .selectFrom('chat_attachments')
      .innerJoin('chats', 'chats.id', 'chat_attachments.chat_id')
      .select(['chat_attachments.name', 'chat_attachments.text', 'chat_attachments.is_cut'])
      .where('chats.id', '=', chatId)
      .where('chats.user_id', '=', userId)
      .where('chats.assistant_id', '=', assistantId)
      .orderBy('chat_attachments.created_at')
      .orderBy('chat_attachments.id')
      .execute(),

  async insert(tx: Db, row: NewRow<'chat_attachments'>): Promise<void> {
    await tx.insertInto('chat_attachments').values(row).execute()
  },

  /** Returns whether there was one. */
  async delete(db: Db, chatId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('chat_attachments')
      .where('chat_id', '=', chatId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
}
