import type { ConversationListQuery } from '@bellwether/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { containsText } from '../../../platform/db/like.ts'
import type { Period } from '../figures/figures.repository.ts'
import { chatsOfClass, type Observed, readableChats } from '../observed.repository.ts'

export interface ConversationRow {
  id: string
  user_id: number
  /** Null unless the person agreed to show it. */
  name: string | null
  title: string
  message_count: number
  questions: number
  unanswered: number
  up: number
  down: number
  created_at: number
  updated_at: number
}

export type ConversationFilter = Pick<ConversationListQuery, 'only' | 'search'> & {
  userId?: number | undefined
}

/** A question of the chat that is not hidden. */
const shownQuestion = sql`chat_messages.chat_id = chats.id and chat_messages.role = 'user' and chat_messages.hidden = 0`

/** An answer of the chat whose question is not hidden. */
const shownAnswer = sql`chat_messages.chat_id = chats.id and chat_messages.role = 'assistant' and not exists (
  select 1 from chat_messages as question where question.id = chat_messages.parent_id and question.hidden = 1)`

const messageCount = sql<number>`(select count(*) from chat_messages where chat_messages.chat_id = chats.id)`
const questions = sql<number>`(select count(*) from chat_messages where ${shownQuestion})`
/** Only the last answer to a question counts. */
const unanswered = sql<number>`(select count(*) from chat_messages where ${shownAnswer} and chat_messages.support = 'nothing'
  and not exists (select 1 from chat_messages as later where later.chat_id = chats.id
    and later.parent_id = chat_messages.parent_id and later.role = 'assistant'
    and later.position > chat_messages.position))`
const rated = (value: 'up' | 'down') => sql<number>`(select count(*) from chat_messages
  join message_feedback on message_feedback.message_id = chat_messages.id
  where ${shownAnswer} and message_feedback.value = ${value})`
/** The title of a chat may contain a hidden question. */
const title = sql<string>`(select substr(chat_messages.content, 1, 200) from chat_messages
  where ${shownQuestion} order by chat_messages.position limit 1)`

/** The consent row is there only if the person agreed. */
const withConsent = (db: Db, assistant: Observed) =>
  readableChats(db, assistant).leftJoin('activity_consents', (join) =>
    join
      .onRef('activity_consents.user_id', '=', 'users.id')
      .on('activity_consents.organization_id', '=', assistant.organizationId)
      .on('activity_consents.named', '=', 1),
  )

const MAX_PEOPLE = 20_000
const MAX_NAMED = 500
/** Guests who entered no name. */
const GIVEN_TO_GUESTS = /^Guest [\da-f]{4}$/

const counted = (db: Db, assistant: Observed, isNamed: boolean) =>
  withConsent(db, assistant)
    .where(sql<boolean>`exists (select 1 from chat_messages where ${shownQuestion})`)
    .select([
      'chats.id',
      'chats.user_id',
      'chats.created_at',
      'chats.updated_at',
      (isNamed
        ? sql<string | null>`case when activity_consents.user_id is null then null else users.name end`
        : sql<string | null>`null`
      ).as('name'),
      title.as('title'),
      messageCount.as('message_count'),
      questions.as('questions'),
      unanswered.as('unanswered'),
      rated('up').as('up'),
      rated('down').as('down'),
    ])

function conditionsOf({ only, search, userId }: ConversationFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (userId !== undefined) conditions.push(sql`chats.user_id = ${userId}`)
  if (only === 'unanswered') conditions.push(sql`${unanswered} > 0`)
  if (only === 'up' || only === 'down') conditions.push(sql`${rated(only)} > 0`)
  if (search !== '') {
    conditions.push(sql`exists (select 1 from chat_messages where ${containsText('chat_messages.content', search)}
      and ((${shownQuestion}) or (${shownAnswer})))`)
  }
  return conditions
}

const toRow = (row: ConversationRow): ConversationRow => ({
  ...row,
  message_count: Number(row.message_count),
  questions: Number(row.questions),
  unanswered: Number(row.unanswered),
  up: Number(row.up),
  down: Number(row.down),
})

export const conversationRepository = {
  /** Last used first. */
  async list(
    db: Db,
    assistant: Observed,
    { start, end }: Period,
    filter: ConversationFilter,
    { isNamed, limit, offset }: { isNamed: boolean; limit: number; offset: number },
  ): Promise<ConversationRow[]> {
    const rows = await counted(db, assistant, isNamed)
      .where('chats.updated_at', '>=', start)
      .where('chats.updated_at', '<', end)
      .where((where) => where.and(conditionsOf(filter)))
      .orderBy('chats.updated_at', 'desc')
      .orderBy('chats.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(toRow)
  },

  async count(db: Db, assistant: Observed, { start, end }: Period, filter: ConversationFilter) {
    const row = await readableChats(db, assistant)
      .where('chats.updated_at', '>=', start)
      .where('chats.updated_at', '<', end)
      .where(sql<boolean>`exists (select 1 from chat_messages where ${shownQuestion})`)
      .where((where) => where.and(conditionsOf(filter)))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async find(
    db: Db,
    assistant: Observed,
    id: string,
    isNamed: boolean,
  ): Promise<ConversationRow | undefined> {
    const row = await counted(db, assistant, isNamed).where('chats.id', '=', id).executeTakeFirst()
    return row && toRow(row)
  },

  /** Hidden texts are never read. */
  messages: (db: Db, chatId: string) =>
    db
      .selectFrom('chat_messages')
      .leftJoin('chat_messages as question', 'question.id', 'chat_messages.parent_id')
      .leftJoin('message_feedback', 'message_feedback.message_id', 'chat_messages.id')
      .where('chat_messages.chat_id', '=', chatId)
      .select([
        'chat_messages.id',
        'chat_messages.role',
        'chat_messages.previous_id',
        'chat_messages.created_at',
        'chat_messages.support',
        'message_feedback.value',
        'message_feedback.comment',
      ])
      .select([
        isHidden.as('hidden'),
        sql<string>`case when ${isHidden} = 1 then '' else chat_messages.content end`.as('content'),
      ])
      .orderBy('chat_messages.position')
      .execute(),

  /** The people with readable chats, to find the one with a pseudonym. */
  async people(db: Db, assistant: Observed): Promise<{ user_id: number; agreed: boolean }[]> {
    const rows = await withConsent(db, assistant)
      .select(['chats.user_id', 'activity_consents.user_id as agreed'])
      .distinct()
      .limit(MAX_PEOPLE)
      .execute()
    return rows.map(({ user_id, agreed }) => ({ user_id, agreed: agreed !== null }))
  },

  /** People who agreed to show their name, most questions first. */
  async named(
    db: Db,
    assistant: Observed,
    { start, end }: Period,
  ): Promise<{ user_id: number; name: string; questions: number }[]> {
    const rows = await withConsent(db, assistant)
      .innerJoin('chat_messages', 'chat_messages.chat_id', 'chats.id')
      .where('activity_consents.user_id', 'is not', null)
      .where('chat_messages.role', '=', 'user')
      .where('chat_messages.hidden', '=', 0)
      .where('chat_messages.created_at', '>=', start)
      .where('chat_messages.created_at', '<', end)
      .select(['chats.user_id', 'users.name', sql<number>`count(*)`.as('questions')])
      .groupBy(['chats.user_id', 'users.name'])
      .orderBy('questions', 'desc')
      .orderBy('users.name')
      .limit(MAX_NAMED)
      .execute()
    return rows.map((row) => ({ ...row, questions: Number(row.questions) }))
  },

  /**
   * The names of the whole class, which are masked in examples: people mention others, also from another course or whose
   * own chats are private.
   */
  async names(db: Db, assistant: Observed): Promise<string[]> {
    const rows = await chatsOfClass(db, { ...assistant, courseId: undefined })
      .select('users.name')
      .distinct()
      .limit(MAX_PEOPLE)
      .execute()
    return rows.map(({ name }) => name).filter((name) => !GIVEN_TO_GUESTS.test(name))
  },
}

const isHidden = sql<number>`case
  when chat_messages.role = 'user' then chat_messages.hidden
  else coalesce(question.hidden, 0) end`
