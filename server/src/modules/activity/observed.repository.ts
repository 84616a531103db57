import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Database } from '../../platform/db/schema.ts'

/** An assistant whose activity is read. The access policy has been asked. */
export interface Observed {
  id: number
  organizationId: number
  ownerId: number
  /** Only members of this course. */
  courseId?: number | undefined
}

type OfUsers = ExpressionBuilder<Database, 'users'>

/** Owners, admins and colleagues try assistants out; they are not part of the class. */
const isNotStaff =
  ({ id, organizationId, ownerId }: Observed) =>
  (where: OfUsers) =>
    where.and([
      where('users.id', '!=', ownerId),
      where('users.role', '!=', 'admin'),
      where.not(
        where.exists(
          where
            .selectFrom('organization_roles')
            .select('organization_roles.user_id')
            .whereRef('organization_roles.user_id', '=', 'users.id')
            .where('organization_roles.organization_id', '=', organizationId)
            .where('organization_roles.role', 'in', ['owner', 'admin']),
        ),
      ),
      where.not(
        where.and([
          where('users.user_type', '=', 'creator'),
          where.exists(
            where
              .selectFrom('assistant_shares')
              .select('assistant_shares.user_id')
              .whereRef('assistant_shares.user_id', '=', 'users.id')
              .where('assistant_shares.assistant_id', '=', id),
          ),
        ]),
      ),
    ])

/** The chats of the class with an assistant. For figures only: their texts may be private. */
export const chatsOfClass = (db: Db, assistant: Observed) => {
  const all = db
    .selectFrom('chats')
    .innerJoin('users', 'users.id', 'chats.user_id')
    .where('chats.assistant_id', '=', assistant.id)
    .where((where) => isNotStaff(assistant)(where as unknown as OfUsers))
  return assistant.courseId === undefined
    ? all
    : all.where('chats.user_id', 'in', membersOfCourse(db, assistant.courseId))
}

const membersOfCourse = (db: Db, courseId: number) =>
  db
    .selectFrom('course_members')
    .select('course_members.user_id')
    .where('course_members.course_id', '=', courseId)
    .where('course_members.enrolled', '=', 1)
    .where('course_members.user_id', 'is not', null)
    .$castTo<{ user_id: number }>()

/** Chats whose texts educators may read, because the organization allowed it when they were started. */
export const readableChats = (db: Db, assistant: Observed) =>
  chatsOfClass(db, assistant)
    .where('chats.in_activity', '=', 1)
    .where((where) => where.not(where.exists(refusalInLms(db))))

/** Students of an LMS activity whose teacher asks for chats decide there: without their consent, no one reads them. */
const refusalInLms = (db: Db) =>
  db
    .selectFrom('lti_activity_users')
    .innerJoin('lti_activities', 'lti_activities.id', 'lti_activity_users.activity_id')
    .innerJoin(
      'lti_activity_assistants',
      'lti_activity_assistants.activity_id',
      'lti_activity_users.activity_id',
    )
    .select('lti_activity_users.user_id')
    .where('lti_activities.chats_visible', '=', 1)
    .where('lti_activity_users.role', '=', 'student')
    .where(sql<boolean>`lti_activity_users.user_id = chats.user_id`)
    .where(sql<boolean>`lti_activity_assistants.assistant_id = chats.assistant_id`)
    .where(
      sql<boolean>`(lti_activity_users.consent_at is null or chats.created_at < lti_activity_users.consent_at)`,
    )
