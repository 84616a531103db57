import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'

export interface ActivityStudent {
  user_id: number
  name: string
  lms_user_id: string
  consent_at: number | null
  last_access_at: number
  access_count: number
  created_at: number
  chat_count: number
}

export interface VisibleChat {
  id: string
  user_id: number
  assistant_name: string
  title: string
  created_at: number
  updated_at: number
}

/** Chats of students of an activity with one of its assistants. */
const chatsIn = (db: Db, activityId: number) =>
  db
    .selectFrom('lti_activity_users')
    .innerJoin('chats', 'chats.user_id', 'lti_activity_users.user_id')
    .innerJoin('lti_activity_assistants', (join) =>
      join
        .onRef('lti_activity_assistants.assistant_id', '=', 'chats.assistant_id')
        .onRef('lti_activity_assistants.activity_id', '=', 'lti_activity_users.activity_id'),
    )
    .where('lti_activity_users.activity_id', '=', activityId)
    .where('lti_activity_users.role', '=', 'student')

/**
 * The chats that a teacher may read: those begun after the student agreed, and surely in this activity. An account that
 * can be used elsewhere, or an assistant that the student also has in another activity, may have other chats.
 */
const visibleChats = (db: Db, activityId: number) =>
  chatsIn(db, activityId)
    .innerJoin('assistants', 'assistants.id', 'chats.assistant_id')
    .innerJoin('users', 'users.id', 'chats.user_id')
    .where('users.auth_provider', '=', 'lti')
    // Begun while the organization let no one read chats.
    .where('chats.in_activity', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lti_activity_users as others')
            .innerJoin('lti_activity_assistants as uses', 'uses.activity_id', 'others.activity_id')
            .select('others.user_id')
            .whereRef('others.user_id', '=', 'chats.user_id')
            .whereRef('uses.assistant_id', '=', 'chats.assistant_id')
            .where('others.activity_id', '!=', activityId),
        ),
      ),
    )
    .whereRef('chats.created_at', '>=', 'lti_activity_users.consent_at')
    .select([
      'chats.id',
      'chats.user_id',
      'assistants.name as assistant_name',
      // A generated title may repeat a hidden question.
      sql<string>`case when exists (select 1 from chat_messages where chat_messages.chat_id = chats.id
        and chat_messages.hidden = 1) then '' else chats.title end`.as('title'),
      'chats.created_at',
      'chats.updated_at',
    ])

export const dashboardRepository = {
  async students(db: Db, activityId: number, limit: number): Promise<ActivityStudent[]> {
    const rows = await db
      .selectFrom('lti_activity_users')
      .innerJoin('users', 'users.id', 'lti_activity_users.user_id')
      .select([
        'lti_activity_users.user_id',
        'users.name',
        'lti_activity_users.lms_user_id',
        'lti_activity_users.consent_at',
        'lti_activity_users.last_access_at',
        'lti_activity_users.access_count',
        'lti_activity_users.created_at',
      ])
      .where('lti_activity_users.activity_id', '=', activityId)
      .where('lti_activity_users.role', '=', 'student')
      .orderBy('lti_activity_users.created_at')
      .orderBy('lti_activity_users.user_id')
      .limit(limit)
      .execute()
    const counts = await chatsIn(db, activityId)
      .select((select) => ['chats.user_id', select.fn.countAll<number>().as('count')])
      .groupBy('chats.user_id')
      .execute()
    const countOf = new Map(counts.map(({ user_id, count }) => [user_id, Number(count)]))
    return rows.map((row) => ({ ...row, chat_count: countOf.get(row.user_id) ?? 0 }))
  },

  async numbers(db: Db, activityId: number, since: number) {
    const { students, recent, launches } = await db
      .selectFrom('lti_activity_users')
      .select((select) => [
        select.fn.countAll<number>().as('students'),
        select.fn.sum<number | null>('access_count').as('launches'),
        select.fn.countAll<number>().filterWhere('last_access_at', '>=', since).as('recent'),
      ])
      .where('activity_id', '=', activityId)
      .where('role', '=', 'student')
      .executeTakeFirstOrThrow()
    const { chats } = await chatsIn(db, activityId)
      .select((select) => select.fn.countAll<number>().as('chats'))
      .executeTakeFirstOrThrow()
    const { questions } = await chatsIn(db, activityId)
      .innerJoin('chat_messages', 'chat_messages.chat_id', 'chats.id')
      .select((select) => select.fn.countAll<number>().as('questions'))
      .where('chat_messages.role', '=', 'user')
      .executeTakeFirstOrThrow()
    return {
      students: Number(students),
      recent_students: Number(recent),
      launches: Number(launches ?? 0),
      chats: Number(chats),
      questions: Number(questions),
    }
  },

  chats: (db: Db, activityId: number, limit: number): Promise<VisibleChat[]> =>
    visibleChats(db, activityId)
      .orderBy('chats.updated_at', 'desc')
      .orderBy('chats.id')
      .limit(limit)
      .execute(),

  findChat: (db: Db, activityId: number, chatId: string): Promise<VisibleChat | undefined> =>
    visibleChats(db, activityId).where('chats.id', '=', chatId).executeTakeFirst(),

  messages: (
    db: Db,
    chatId: string,
  ): Promise<Pick<Row<'chat_messages'>, 'role' | 'content' | 'created_at'>[]> =>
    db
      .selectFrom('chat_messages')
      .leftJoin('chat_messages as question', 'question.id', 'chat_messages.parent_id')
      .select(['chat_messages.role', 'chat_messages.content', 'chat_messages.created_at'])
      .where('chat_messages.chat_id', '=', chatId)
      // The student may have hidden a question, and with it its answer.
      .where('chat_messages.hidden', '=', 0)
      .where((where) =>
        where.or([
          where('chat_messages.role', '=', 'user'),
          where(where.fn.coalesce('question.hidden', where.lit(0)), '=', 0),
        ]),
      )
      .orderBy('chat_messages.position')
      .execute(),
}
