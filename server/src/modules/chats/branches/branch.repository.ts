import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { type ChatRow, chatRepository } from '../chat.repository.ts'
import { branchOf } from './branches.ts'

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

  /** Remembers what is shown, before another branch is. */
  async rememberShown(tx: Db, { id, current_message_id: current }: ChatRow): Promise<void> {
    if (current === null) return
    const branch = branchOf(await chatRepository.messagesOf(tx, id), current)
    for (const [at, row] of branch.entries()) {
      const next = branch[at + 1]?.id
      if (next !== undefined && next !== row.shown_next_id)
        await tx.updateTable('chat_messages').set({ shown_next_id: next }).where('id', '=', row.id).execute()
    }
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
