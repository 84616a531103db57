import type { Db } from '../../../platform/db/db.ts'
import { AUTHOR_SUBJECTS } from './author-data.repository.ts'

/** A person's data outside of chats, by subject. Without secrets and their hashes. */
const SUBJECTS: Record<string, (db: Db, userId: number) => Promise<object[]>> = {
  account: (db, id) =>
    db
      .selectFrom('users')
      .select([
        'id',
        'organization_id',
        'email',
        'name',
        'user_type',
        'role',
        'user_config',
        'enabled',
        'language',
      ])
      .select(['auth_provider', 'lti_user_id', 'email_confirmed_at', 'created_at', 'updated_at'])
      .where('id', '=', id)
      .execute(),
  roles: (db, id) => db.selectFrom('organization_roles').selectAll().where('user_id', '=', id).execute(),
  api_keys: (db, id) =>
    db
      .selectFrom('api_keys')
      .select([
        'name',
        'key_start',
        'assistant_ids',
        'expires_at',
        'last_used_at',
        'revoked_at',
        'created_at',
      ])
      .where('user_id', '=', id)
      .execute(),
  sessions: (db, id) =>
    db
      .selectFrom('browser_sessions')
      .select(['provider', 'created_at', 'expires_at'])
      .where('user_id', '=', id)
      .execute(),
  sign_in_accounts: (db, id) =>
    db
      .selectFrom('external_identities')
      .select(['provider', 'subject', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
  sign_ins: (db, id) =>
    db.selectFrom('sign_in_addresses').select('last_used_at').where('user_id', '=', id).execute(),
  lms_activities: (db, id) =>
    db.selectFrom('lti_activity_users').selectAll().where('user_id', '=', id).execute(),
  lms_assistants: (db, id) =>
    db.selectFrom('lti_assistant_users').selectAll().where('user_id', '=', id).execute(),
  lms_accounts: (db, id) =>
    db.selectFrom('lti_identity_links').selectAll().where('user_id', '=', id).execute(),
  lms_courses: (db, id) =>
    db
      .selectFrom('course_members')
      .select(['course_id', 'lms_user_id', 'name', 'role', 'enrolled', 'last_launch_at', 'updated_at'])
      .where('user_id', '=', id)
      .execute(),
  /** Without proposals: only grades that a teacher has accepted reach the student. */
  lms_grades: (db, id) =>
    db
      .selectFrom('lti_grades')
      .select(['activity_id', 'score', 'max_score', 'comment', 'state', 'sent_at', 'created_at'])
      .where('user_id', '=', id)
      .where('state', 'in', ['waiting', 'sent', 'failed'])
      .execute(),
  consents: (db, id) => db.selectFrom('activity_consents').selectAll().where('user_id', '=', id).execute(),
  chat_folders: (db, id) =>
    db
      .selectFrom('chat_folders')
      .select(['id', 'name', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('name')
      .execute(),
  /** Of guests of class links. */
  uploads: (db, id) => db.selectFrom('guest_uploads').selectAll().where('user_id', '=', id).execute(),
  memories: (db, id) => db.selectFrom('memories').selectAll().where('user_id', '=', id).execute(),
  usage: (db, id) =>
    db.selectFrom('usage_records').selectAll().where('user_id', '=', id).orderBy('id').execute(),
  /** The steps contain settings of the assistant's author. */
  traces: (db, id) =>
    db
      .selectFrom('traces')
      .select(['id', 'assistant_id', 'door', 'provider', 'model', 'outcome', 'started_at', 'duration_ms'])
      .select(['input_tokens', 'output_tokens'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  approvals: (db, id) =>
    db
      .selectFrom('approvals')
      .select(['assistant_id', 'tool', 'input', 'state', 'reason', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
  audit_log: (db, id) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'object', 'detail', 'outcome', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
  ...AUTHOR_SUBJECTS,
  files: (db, id) =>
    db
      .selectFrom('files')
      .select(['path', 'name', 'kind', 'content_type', 'size', 'created_at'])
      .where('owner_id', '=', id)
      .orderBy('id')
      .execute(),
}

/** Students see no costs, models or providers. */
const SUBJECTS_OF_STUDENTS: typeof SUBJECTS = {
  ...SUBJECTS,
  usage: (db, id) =>
    db
      .selectFrom('usage_records')
      .select(['id', 'organization_id', 'assistant_id', 'user_id', 'kind', 'tool', 'outcome', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  traces: (db, id) =>
    db
      .selectFrom('traces')
      .select(['id', 'assistant_id', 'door', 'outcome', 'started_at', 'duration_ms'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
}

export const personDataRepository = {
  async isStudent(db: Db, userId: number): Promise<boolean> {
    const user = await db.selectFrom('users').select('user_type').where('id', '=', userId).executeTakeFirst()
    return user?.user_type === 'end_user'
  },

  subjects: Object.keys(SUBJECTS),
  read: (db: Db, subject: string, userId: number, isStudent: boolean): Promise<object[]> =>
    (isStudent ? SUBJECTS_OF_STUDENTS : SUBJECTS)[subject]?.(db, userId) ?? Promise.resolve([]),

  chatIds: async (db: Db, userId: number): Promise<string[]> =>
    (
      await db.selectFrom('chats').select('id').where('user_id', '=', userId).orderBy('created_at').execute()
    ).map(({ id }) => id),

  async chat(db: Db, userId: number, id: string) {
    const chat = await db
      .selectFrom('chats')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!chat) return undefined
    const messages = await db
      .selectFrom('chat_messages')
      .leftJoin('message_feedback', 'message_feedback.message_id', 'chat_messages.id')
      .selectAll('chat_messages')
      .select(['message_feedback.value as rating', 'message_feedback.comment as rating_comment'])
      .where('chat_id', '=', id)
      .orderBy('position')
      .execute()
    const rubric_results = await db
      .selectFrom('rubric_results')
      .innerJoin('chat_messages', 'chat_messages.id', 'rubric_results.message_id')
      .selectAll('rubric_results')
      .where('chat_messages.chat_id', '=', id)
      .orderBy('rubric_results.id')
      .execute()
    const attachments = await db
      .selectFrom('chat_attachments')
      .select(['name', 'size', 'text', 'created_at'])
      .where('chat_id', '=', id)
      .orderBy('created_at')
      .execute()
    return { ...chat, messages, rubric_results, attachments }
  },

  pictureIds: async (db: Db, chatId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('chat_pictures')
        .innerJoin('chat_messages', 'chat_messages.id', 'chat_pictures.message_id')
        .select('chat_pictures.id')
        .where('chat_messages.chat_id', '=', chatId)
        .execute()
    ).map(({ id }) => id),

  picture: (db: Db, id: string) =>
    db.selectFrom('chat_pictures').select(['content_type', 'bytes']).where('id', '=', id).executeTakeFirst(),

  filePaths: (db: Db, userId: number) =>
    db.selectFrom('files').select(['path', 'name']).where('owner_id', '=', userId).orderBy('id').execute(),
}
