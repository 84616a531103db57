import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { notFound } from '../../../platform/errors.ts'
import { type ChatMessageRow, type ChatRow, chatRepository } from '../chat.repository.ts'
import { isChatId } from '../chat-id.ts'
import { branchRepository } from './branch.repository.ts'
import { lastShownAfter } from './branches.ts'

/** Where a new question goes. */
export interface QuestionPlace {
  /** The message before it in its branch, if the chat has branches. */
  previousId: string | null
  hasBranches: boolean
  /** A new version of a hidden question is hidden as well. */
  hidden: Row<'chat_messages'>['hidden']
}

/** After the shown branch. Only within a transaction that holds the chat. */
export const afterCurrent = (chat: ChatRow | undefined): QuestionPlace => ({
  previousId: chat?.current_message_id ?? null,
  hasBranches: chat !== undefined && chat.current_message_id !== null,
  hidden: 0,
})

/** As a new version of a question. The earlier version and what follows it become another branch. */
export async function besideQuestion(
  tx: Db,
  chat: ChatRow | undefined,
  messageId: string,
): Promise<QuestionPlace> {
  const find = () =>
    chat && isChatId(messageId) ? branchRepository.findMessage(tx, chat.id, messageId) : undefined
  const question = await find()
  if (!chat || question?.role !== 'user') throw notFound('Message')
  if (chat.current_message_id === null) await branchRepository.linkAll(tx, chat.id)
  else await branchRepository.rememberShown(tx, chat)
  const { previous_id, hidden } = (await find()) ?? question
  return { previousId: previous_id, hasBranches: true, hidden }
}

/**
 * The last question of the shown branch, for another answer. A complete answer stays as a version; an interrupted one
 * is deleted. Undefined if the last question has another text: then it is a new question.
 */
export async function reopenQuestion(tx: Db, chat: ChatRow, content: string): Promise<string | undefined> {
  const last = await lastShown(tx, chat)
  if (last?.role === 'user') return last.content === content ? last.id : undefined
  if (!last) return undefined
  const question =
    chat.current_message_id === null
      ? await chatRepository.messageBefore(tx, chat.id, last.position)
      : await branchRepository.findMessage(tx, chat.id, last.previous_id ?? '')
  if (question?.role !== 'user' || question.content !== content) return undefined
  await branchRepository.rememberShown(tx, chat)
  if (last.complete === 0) await chatRepository.deleteMessage(tx, last.id)
  else if (chat.current_message_id === null) await branchRepository.linkAll(tx, chat.id)
  if (last.complete === 1 || chat.current_message_id !== null)
    await branchRepository.setCurrent(tx, chat.id, question.id)
  return question.id
}

/** Continues with the answer that was shown before, if the branch still ends with the question. */
export async function showEarlier(tx: Db, chat: ChatRow, questionId: string): Promise<void> {
  if (chat.current_message_id !== questionId) return
  const rows = await chatRepository.messagesOf(tx, chat.id)
  await branchRepository.setCurrent(tx, chat.id, lastShownAfter(rows, questionId))
}

const lastShown = (tx: Db, { id, current_message_id }: ChatRow): Promise<ChatMessageRow | undefined> =>
  current_message_id === null
    ? chatRepository.lastMessage(tx, id)
    : branchRepository.findMessage(tx, id, current_message_id)
