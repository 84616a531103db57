import type { AnswerGrounds } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outbox, OutboxWriter } from '../../platform/db/outbox/outbox.ts'
import { notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { saveAnswerFacts } from './answer-facts/answer-facts.repository.ts'
import { type AnswerFacts, type AnswerReport, toAnswerFacts } from './answer-facts/answer-facts.ts'
import { afterCurrent, besideQuestion, reopenQuestion, showEarlier } from './branches/begin-branch.ts'
import { branchRepository } from './branches/branch.repository.ts'
import { type ChatRow, chatRepository } from './chat.repository.ts'
import { isChatId } from './chat-id.ts'
import type { NewPicture } from './question-pictures.ts'
import { isUnnamed, toAutoTitle } from './titles.ts'

export interface NewTurn {
  /** An assistant that the caller may use; checked when the answer is planned. */
  assistantId: number
  /** Undefined = a new chat. */
  chatId?: string | undefined
  userText: string
  pictures?: readonly NewPicture[]
  /** Repeats the last question. Its complete answer stays as a version; an interrupted one is replaced. */
  isRetry?: boolean
  /** The question that this one is a new version of. */
  replaces?: string | undefined
}

export interface Turn {
  chatId: string
  questionId: string
  /** The id that the answer will have. */
  answerId: string
  /** Saves the text so far, for readers who look before the answer ends. */
  saidSoFar(text: string): Promise<void>
  /** Saves the answer once, however it ended. */
  answer(text: string, complete: boolean, grounds?: AnswerGrounds, report?: AnswerReport): Promise<void>
}

export interface TurnDeps {
  db: Db
  outbox: Outbox
  /** Whether the organization lets educators read chats that start now. */
  isReadByEducators(organizationId: number): Promise<boolean>
}

/** A question and its answer. The question is saved before the answer starts. */
export function createBeginTurn({ db, outbox, isReadByEducators }: TurnDeps) {
  const answers = outbox.writer<KeptAnswer>('answers', keepAnswer)
  return async function beginTurn(caller: UserCaller, turn: NewTurn): Promise<Turn> {
    const content = storable(turn.userText)
    // Read before the transaction, which should be short.
    const in_activity = turn.chatId === undefined && (await isReadByEducators(caller.organizationId)) ? 1 : 0
    const { chatId, questionId } = await db.transaction().execute(async (tx) => {
      const chat =
        turn.chatId === undefined ? undefined : await holdOwn(tx, caller, turn.assistantId, turn.chatId)
      const id = chat?.id ?? (await startChat(tx, caller, turn.assistantId, content, in_activity))
      const reopenedId = chat && turn.isRetry ? await reopenQuestion(tx, chat, content) : undefined
      if (reopenedId !== undefined) return { chatId: id, questionId: reopenedId }
      const place = turn.replaces ? await besideQuestion(tx, chat, turn.replaces) : afterCurrent(chat)
      const last = chat && (await chatRepository.lastMessage(tx, id))
      const question = newUuid()
      await chatRepository.insertMessage(tx, {
        id: question,
        chat_id: id,
        parent_id: last?.id ?? null,
        previous_id: place.previousId,
        hidden: place.hidden,
        position: last ? last.position + 1 : 0,
        role: 'user',
        content,
        created_at: nowSeconds(),
      })
      await chatRepository.insertPictures(tx, question, turn.pictures ?? [])
      if (place.hasBranches) await branchRepository.setCurrent(tx, id, question)
      if (chat && !last)
        await chatRepository.update(tx, caller.userId, id, {
          draft: 0,
          ...(isUnnamed(chat.title) ? { title: toAutoTitle(content, new Date()) } : {}),
        })
      return { chatId: id, questionId: question }
    })
    return keepTurn(db, answers, { chatId, questionId, answerId: newUuid() })
  }
}

interface AnswerPlace {
  chatId: string
  questionId: string
  answerId: string
}

interface KeptAnswer extends AnswerPlace {
  content: string
  complete: boolean
  grounds: string | null
  /** Missing in answers that an older version has queued. */
  facts?: AnswerFacts
}

function keepTurn(db: Db, answers: OutboxWriter<KeptAnswer>, place: AnswerPlace): Turn {
  const { chatId } = place
  let saving: Promise<void> | undefined
  /** One after the other: an earlier text must not overwrite a later one. */
  let writing: Promise<void> = Promise.resolve()
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    const next = writing.then(write)
    writing = next.catch(() => undefined)
    return next
  }
  const toKept = (
    text: string,
    complete: boolean,
    grounds?: AnswerGrounds,
    report?: AnswerReport,
  ): KeptAnswer => ({
    ...place,
    content: storable(text),
    complete,
    grounds: toText(grounds),
    facts: toAnswerFacts(text, grounds, report),
  })

  return {
    chatId,
    questionId: place.questionId,
    answerId: place.answerId,
    saidSoFar: async (text) => {
      if (!saving) await inTurn(() => db.transaction().execute((tx) => keepAnswer(tx, toKept(text, false))))
    },
    answer(text, complete, grounds, report) {
      saving ??= inTurn(() => answers.write(toKept(text, complete, grounds, report)))
      return saving
    },
  }
}

/** Idempotent. */
async function keepAnswer(tx: Db, answer: KeptAnswer): Promise<void> {
  const { chatId, questionId, answerId, content, complete, grounds, facts } = answer
  // The chat of a guest may have moved to an account while the answer was written.
  const chat = await chatRepository.holdAnyones(tx, chatId, nowSeconds())
  // Deleted while the answer was written.
  if (!chat) return
  // It failed before its first word. Earlier answers to the question are shown again.
  if (content === '' && !complete) return showEarlier(tx, chat, questionId)
  const support = facts?.support ?? null
  const state = { content, complete: complete ? 1 : 0, grounds, support } as const
  if (!(await chatRepository.changeMessage(tx, answerId, state)))
    await insertAnswer(tx, chat, { questionId, answerId }, state)
  if (facts && complete) await saveAnswerFacts(tx, answerId, facts)
}

async function insertAnswer(
  tx: Db,
  { id: chatId, current_message_id: current }: ChatRow,
  { questionId, answerId }: Pick<AnswerPlace, 'questionId' | 'answerId'>,
  state: Parameters<typeof chatRepository.changeMessage>[2],
): Promise<void> {
  const last = await chatRepository.lastMessage(tx, chatId)
  await chatRepository.insertMessage(tx, {
    id: answerId,
    chat_id: chatId,
    parent_id: questionId,
    previous_id: current === null ? null : questionId,
    position: last ? last.position + 1 : 0,
    role: 'assistant',
    created_at: nowSeconds(),
    ...state,
  })
  // The person may have opened another branch in the meantime.
  if (current === questionId) await branchRepository.setCurrent(tx, chatId, answerId)
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
  in_activity: 0 | 1,
): Promise<string> {
  const id = newUuid()
  const now = nowSeconds()
  await chatRepository.insert(tx, {
    id,
    user_id: caller.userId,
    assistant_id: assistantId,
    title: toAutoTitle(firstMessage, new Date()),
    in_activity,
    created_at: now,
    updated_at: now,
  })
  return id
}

/** Anything longer is not a list of sources, and chats are not for storing documents. */
const MAX_GROUNDS = 300_000

function toText(grounds: AnswerGrounds | undefined): string | null {
  // JSON escapes U+0000.
  const text = grounds ? JSON.stringify(grounds).replaceAll('\\u0000', '') : ''
  return text === '' || text.length > MAX_GROUNDS ? null : text
}

/** PostgreSQL can't store U+0000. */
const storable = (text: string): string => text.replaceAll('\u0000', '')
