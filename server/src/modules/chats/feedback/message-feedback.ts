import { type FeedbackChange, type MessageFeedback, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { isChatId } from '../chat-id.ts'
import { feedbackRepository } from './feedback.repository.ts'

/** Throws not_found unless the caller may change the chat. */
type RequireChat = (caller: UserCaller, chatId: string) => Promise<unknown>

/** What people can say about the messages of their own chats. */
export const feedbackMethods = (db: Db, requireChat: RequireChat) => ({
  async setFeedback(
    caller: UserCaller,
    chatId: string,
    messageId: string,
    { value, comment }: FeedbackChange,
  ): Promise<{ feedback: MessageFeedback | null }> {
    await requireChat(caller, chatId)
    const feedback = value === null ? null : { value, comment }
    await db.transaction().execute(async (tx) => {
      const { id } = await requireMessage(tx, chatId, messageId, 'assistant')
      const now = nowSeconds()
      if (feedback)
        await feedbackRepository.save(tx, { message_id: id, ...feedback, created_at: now, updated_at: now })
      else await feedbackRepository.remove(tx, id)
    })
    return { feedback }
  },

  /** Hides a question, its versions and their answers from educators, or shows them again. */
  async setHidden(
    caller: UserCaller,
    chatId: string,
    messageId: string,
    hidden: boolean,
  ): Promise<{ hidden: boolean }> {
    await requireChat(caller, chatId)
    await db.transaction().execute(async (tx) => {
      const { id } = await requireMessage(tx, chatId, messageId, 'user')
      await feedbackRepository.setHidden(tx, chatId, id, hidden ? 1 : 0)
    })
    return { hidden }
  },
})

async function requireMessage(tx: Db, chatId: string, messageId: string, role: 'user' | 'assistant') {
  const message = isChatId(messageId) ? await feedbackRepository.message(tx, chatId, messageId) : undefined
  if (!message) throw notFound('Message')
  if (message.role === role) return message
  throw badRequest(say(role === 'assistant' ? 'chats.feedback_on_answers' : 'chats.hide_questions'))
}
