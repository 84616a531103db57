import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Period } from '../figures/figures.repository.ts'
import { type Observed, readableChats } from '../observed.repository.ts'
import type { AskedQuestion } from './read-terms.ts'

/** Older questions of the period are not compared. */
export const MAX_QUESTIONS = 5000
const MAX_CHARACTERS = 1000

const questionsIn = (db: Db, assistant: Observed, { start, end }: Period) =>
  readableChats(db, assistant)
    .innerJoin('chat_messages', 'chat_messages.chat_id', 'chats.id')
    .where('chat_messages.role', '=', 'user')
    .where('chat_messages.hidden', '=', 0)
    .where('chat_messages.created_at', '>=', start)
    .where('chat_messages.created_at', '<', end)

/** The last answer counts: a question that was asked again has another one. */
const isUnanswered = sql<boolean>`chat_messages.handled = 0 and exists (
  select 1 from chat_messages as answer
  where answer.chat_id = chat_messages.chat_id and answer.parent_id = chat_messages.id
    and answer.role = 'assistant' and answer.support = 'nothing'
    and not exists (select 1 from chat_messages as later where later.chat_id = answer.chat_id
      and later.parent_id = answer.parent_id and later.role = 'assistant' and later.position > answer.position))`

export interface QuestionFilter {
  unansweredOnly: boolean
}

const filtered = (db: Db, assistant: Observed, period: Period, { unansweredOnly }: QuestionFilter) => {
  const query = questionsIn(db, assistant, period)
  return unansweredOnly ? query.where(isUnanswered) : query
}

export const questionRepository = {
  /** Newest first. */
  async list(db: Db, assistant: Observed, period: Period, filter: QuestionFilter): Promise<AskedQuestion[]> {
    const rows = await filtered(db, assistant, period, filter)
      .select([
        'chat_messages.id',
        sql<string>`substr(chat_messages.content, 1, ${sql.lit(MAX_CHARACTERS)})`.as('text'),
        'chats.user_id',
        'chat_messages.created_at',
      ])
      .orderBy('chat_messages.created_at', 'desc')
      .orderBy('chat_messages.id')
      .limit(MAX_QUESTIONS)
      .execute()
    return rows.map(({ id, text, user_id, created_at }) => ({
      id,
      text,
      person: user_id,
      askedAt: created_at,
    }))
  },

  /** Changes whenever `list` does: questions are added, hidden, handled, deleted or given to another account. */
  async stamp(db: Db, assistant: Observed, period: Period, filter: QuestionFilter): Promise<string> {
    const row = await filtered(db, assistant, period, filter)
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number>`count(distinct chats.user_id)`.as('people'),
        sql<number>`coalesce(sum(chats.user_id), 0)`.as('whose'),
        sql<string>`coalesce(max(chat_messages.id), '')`.as('last'),
        sql<string>`coalesce(min(chat_messages.id), '')`.as('first'),
        sql<number>`coalesce(sum(chat_messages.created_at), 0)`.as('times'),
      ])
      .executeTakeFirstOrThrow()
    return [row.count, row.people, row.whose, row.last, row.first, row.times].join(' ')
  },

  /** Marks questions of the class. Returns how many; others are ignored. */
  async setHandled(db: Db, readable: Db, assistant: Observed, ids: readonly string[]): Promise<number> {
    const rows = await readableChats(readable, assistant)
      .innerJoin('chat_messages', 'chat_messages.chat_id', 'chats.id')
      .where('chat_messages.role', '=', 'user')
      .where('chat_messages.hidden', '=', 0)
      .where('chat_messages.id', 'in', ids)
      .select('chat_messages.id')
      .execute()
    const existingIds = rows.map(({ id }) => id)
    if (existingIds.length > 0)
      await db.updateTable('chat_messages').set({ handled: 1 }).where('id', 'in', existingIds).execute()
    return existingIds.length
  },
}
