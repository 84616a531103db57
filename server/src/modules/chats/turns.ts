import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { type ChatRow, chatRepository } from './chat.repository.ts'
import { isChatId } from './chat-id.ts'
import { isUnnamed, toAutoTitle } from './titles.ts'

export interface NewTurn {
  /** One that the caller may use: whoever plans the answer has made sure of it. */
  assistantId: number
  /** Undefined = a new chat. */
  chatId?: string | undefined
  userText: string
}

export interface Turn {
  chatId: string
  /** Keeps what the assistant said, once, when the answer has ended in whatever way. */
  answer(text: string, complete: boolean): Promise<void>
}

/** A question and its answer. The question is safe in the database before the answer starts. */
export function createBeginTurn(db: Db) {
  return async function beginTurn(caller: UserCaller, turn: NewTurn): Promise<Turn> {
    const questionId = newUuid()
    const content = storable(turn.userText)
    const chatId = await db.transaction().execute(async (tx) => {
      const chat =
        turn.chatId === undefined ? undefined : await holdOwn(tx, caller, turn.assistantId, turn.chatId)
      const id = chat?.id ?? (await startChat(tx, caller, turn.assistantId, content))
      const last = chat && (await chatRepository.lastMessage(tx, id))
      await chatRepository.insertMessage(tx, {
        id: questionId,
        chat_id: id,
        parent_id: last?.id ?? null,
        position: last ? last.position + 1 : 0,
        role: 'user',
        content,
        created_at: nowSeconds(),
      })
      if (chat && !last && isUnnamed(chat.title)) {
        await chatRepository.update(tx, caller.userId, id, { title: toAutoTitle(content, new Date()) })
      }
      return id
    })

    let kept: Promise<void> | undefined
    return {
      chatId,
      answer(text, complete) {
        kept ??= keepAnswer(caller, chatId, questionId, storable(text), complete)
        return kept
      },
    }
  }

  async function keepAnswer(
    caller: UserCaller,
    chatId: string,
    questionId: string,
    content: string,
    complete: boolean,
  ): Promise<void> {
    // Nothing was said before it failed: the question stands without an answer.
    if (content === '' && !complete) return
    await db.transaction().execute(async (tx) => {
      const chat = await chatRepository.hold(tx, caller.userId, chatId, nowSeconds())
      // Deleted while the assistant was still talking: then nothing of it is wanted.
      if (!chat) return
      const last = await chatRepository.lastMessage(tx, chatId)
      const message: NewRow<'chat_messages'> = {
        id: newUuid(),
        chat_id: chatId,
        parent_id: questionId,
        position: last ? last.position + 1 : 0,
        role: 'assistant',
        content,
        complete: complete ? 1 : 0,
        created_at: nowSeconds(),
      }
      await chatRepository.insertMessage(tx, message)
    })
  }
}

async function holdOwn(tx: Db, caller: UserCaller, assistantId: number, chatId: string): Promise<ChatRow> {
  const chat = isChatId(chatId)
    ? await chatRepository.hold(tx, caller.userId, chatId, nowSeconds())
    : undefined
  if (!chat || chat.assistant_id !== assistantId) throw notFound('Chat')
  return chat
}

async function startChat(
  tx: Db,
  caller: UserCaller,
  assistantId: number,
  firstMessage: string,
): Promise<string> {
  const id = newUuid()
  const now = nowSeconds()
  await chatRepository.insert(tx, {
    id,
    user_id: caller.userId,
    assistant_id: assistantId,
    title: toAutoTitle(firstMessage, new Date()),
    created_at: now,
    updated_at: now,
  })
  return id
}

/** PostgreSQL can't keep U+0000, and nobody misses it. */
const storable = (text: string): string => text.replaceAll('\u0000', '')
