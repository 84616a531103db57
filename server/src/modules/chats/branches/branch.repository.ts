import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { chatRepository } from '../chat.repository.ts'

/** Only within a transaction that holds the chat. */
export const branchRepository = {
  findMessage: (tx: Db, chatId: string, id: string): Promise<Row<'chat_messages'> | undefined> =>
    tx
      .selectFrom('chat_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async setCurrent(tx: Db, chatId: string, messageId: string | null): Promise<void> {
    await tx.updateTable('chats').set({ current_message_id: messageId }).where('id', '=', chatId).execute()
  },

  /** Links all messages in their order, before the first branch. Returns the last one. */
  async linkAll(tx: Db, chatId: string): Promise<string | null> {
    let previous: string | null = null
    for (const { id } of await chatRepository.messagesOf(tx, chatId)) {
      await tx.updateTable('chat_messages').set({ previous_id: previous }).where('id', '=', id).execute()
      previous = id
    }
    return previous
  },
}
