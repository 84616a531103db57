import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { chatRepository } from '../chat.repository.ts'
import { branchRepository } from './branch.repository.ts'
import { lastShownAfter } from './branches.ts'

/** Throws not_found unless the caller may change the chat. */
type RequireChat = (caller: UserCaller, chatId: string) => Promise<{ updated_at: number }>

export const branchMethods = (db: Db, requireChat: RequireChat) => ({
  /** Shows this version of a message with what followed it when it was last shown. */
  async showVersion(caller: UserCaller, chatId: string, messageId: string): Promise<void> {
    const { updated_at } = await requireChat(caller, chatId)
    await db.transaction().execute(async (tx) => {
      // Reading another version is no new activity, so the time of the chat stays.
      const chat = await chatRepository.hold(tx, caller.userId, chatId, updated_at)
      if (!chat) throw notFound('Chat')
      await branchRepository.rememberShown(tx, chat)
      const rows = await chatRepository.messagesOf(tx, chatId)
      if (!rows.some(({ id }) => id === messageId)) throw notFound('Message')
      if (chat.current_message_id === null) return
      await branchRepository.setCurrent(tx, chatId, lastShownAfter(rows, messageId))
    })
  },
})
