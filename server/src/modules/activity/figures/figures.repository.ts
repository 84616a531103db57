import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { chatsOfClass, type Observed } from '../observed.repository.ts'

/** In seconds; the end is exclusive. */
export interface Period {
  start: number
  end: number
}

// Integer division on both databases: the day number since 1970.
const dayNumber = sql<number>`chat_messages.created_at / 86400`
const count = sql<number>`count(*)`
const people = sql<number>`count(distinct chats.user_id)`
const MAX_ROWS = 2000

const messagesOf = (db: Db, assistant: Observed, { start, end }: Period) =>
  chatsOfClass(db, assistant)
    .innerJoin('chat_messages', 'chat_messages.chat_id', 'chats.id')
    .where('chat_messages.created_at', '>=', start)
    .where('chat_messages.created_at', '<', end)

const questionsOf = (db: Db, assistant: Observed, period: Period) =>
  messagesOf(db, assistant, period).where('chat_messages.role', '=', 'user')

const answersOf = (db: Db, assistant: Observed, period: Period) =>
  messagesOf(db, assistant, period).where('chat_messages.role', '=', 'assistant')

export const figuresRepository = {
  async totals(db: Db, assistant: Observed, period: Period) {
    const row = await questionsOf(db, assistant, period)
      .select([
        count.as('questions'),
        people.as('people'),
        sql<number>`count(distinct chats.id)`.as('conversations'),
      ])
      .executeTakeFirstOrThrow()
    return {
      questions: Number(row.questions),
      people: Number(row.people),
      conversations: Number(row.conversations),
    }
  },

  /** Only days with questions. */
  async days(db: Db, assistant: Observed, period: Period) {
    const rows = await questionsOf(db, assistant, period)
      .select([
        dayNumber.as('day'),
        count.as('questions'),
        people.as('people'),
        sql<number>`count(distinct chats.id)`.as('conversations'),
      ])
      .groupBy(dayNumber)
      .orderBy(dayNumber)
      .execute()
    return rows.map((row) => ({
      day: Number(row.day),
      questions: Number(row.questions),
      people: Number(row.people),
      conversations: Number(row.conversations),
    }))
  },

  /** Messages by the day they were written, and chats by the day they were started. */
  async growth(db: Db, assistant: Observed, period: Period) {
    const messages = await messagesOf(db, assistant, period)
      .select([dayNumber.as('day'), count.as('count')])
      .groupBy(dayNumber)
      .orderBy(dayNumber)
      .execute()
    const started = sql<number>`chats.created_at / 86400`
    const chats = await chatsOfClass(db, assistant)
      .where('chats.created_at', '>=', period.start)
      .where('chats.created_at', '<', period.end)
      .select([started.as('day'), count.as('count')])
      .groupBy(started)
      .orderBy(started)
      .execute()
    const toCounts = (rows: readonly { day: number; count: number }[]) =>
      rows.map((row) => ({ day: Number(row.day), count: Number(row.count) }))
    return { messages: toCounts(messages), chats: toCounts(chats) }
  },

  async messageTotals(db: Db, assistant: Observed, period: Period) {
    const row = await messagesOf(db, assistant, period)
      .select([count.as('messages'), people.as('people'), sql<number>`count(distinct chats.id)`.as('chats')])
      .executeTakeFirstOrThrow()
    return { messages: Number(row.messages), people: Number(row.people), chats: Number(row.chats) }
  },

  async support(db: Db, assistant: Observed, period: Period) {
    const rows = await answersOf(db, assistant, period)
      .select(['chat_messages.support', count.as('count')])
      .groupBy('chat_messages.support')
      .execute()
    const of = (support: string | null) => Number(rows.find((row) => row.support === support)?.count ?? 0)
    return {
      found: of('found'),
      perhaps: of('perhaps'),
      nothing: of('nothing'),
      not_searched: of(null),
    }
  },

  async feedback(db: Db, assistant: Observed, period: Period) {
    const rows = await answersOf(db, assistant, period)
      .innerJoin('message_feedback', 'message_feedback.message_id', 'chat_messages.id')
      .select(['message_feedback.value', count.as('count')])
      .groupBy('message_feedback.value')
      .execute()
    const of = (value: string) => Number(rows.find((row) => row.value === value)?.count ?? 0)
    return { up: of('up'), down: of('down') }
  },

  /** Only documents that still exist, most cited first. */
  async citedDocuments(db: Db, assistant: Observed, period: Period) {
    const rows = await answersOf(db, assistant, period)
      .innerJoin('answer_documents', 'answer_documents.message_id', 'chat_messages.id')
      .innerJoin('knowledge_files', 'knowledge_files.id', 'answer_documents.file_id')
      .select([
        'knowledge_files.id',
        'knowledge_files.knowledge_base_id',
        'knowledge_files.name',
        count.as('answers'),
      ])
      .groupBy(['knowledge_files.id', 'knowledge_files.knowledge_base_id', 'knowledge_files.name'])
      .orderBy(count, 'desc')
      .orderBy('knowledge_files.id')
      .limit(MAX_ROWS)
      .execute()
    return rows.map((row) => ({ ...row, answers: Number(row.answers) }))
  },

  /** The documents of these knowledge bases that can be searched. */
  documentsIn: (db: Db, bases: readonly number[]) =>
    bases.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('knowledge_files')
          .select(['id', 'knowledge_base_id', 'name'])
          .where('knowledge_base_id', 'in', bases)
          .where('status', '=', 'completed')
          .orderBy('name')
          .orderBy('id')
          .limit(MAX_ROWS)
          .execute(),

  async rubricResults(db: Db, assistant: Observed, period: Period) {
    const rows = await answersOf(db, assistant, period)
      .innerJoin('rubric_results', 'rubric_results.message_id', 'chat_messages.id')
      .select([
        'rubric_results.rubric',
        'rubric_results.criterion',
        'rubric_results.level',
        'rubric_results.score',
        sql<number>`min(rubric_results.position)`.as('position'),
        count.as('count'),
      ])
      .groupBy([
        'rubric_results.rubric',
        'rubric_results.criterion',
        'rubric_results.level',
        'rubric_results.score',
      ])
      .orderBy('rubric_results.rubric')
      .orderBy('position')
      .orderBy('rubric_results.score', 'desc')
      .limit(MAX_ROWS)
      .execute()
    return rows.map((row) => ({ ...row, position: Number(row.position), count: Number(row.count) }))
  },
}
