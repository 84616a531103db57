import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Database, NewRow, Row } from '../../../platform/db/schema.ts'
import type { RosterMember } from './roster.ts'

export type CourseRow = Row<'courses'>
export type MemberRow = Row<'course_members'>

export interface ListedCourse extends CourseRow {
  /** The name of the LMS or the sign-in provider that it comes from. */
  source_name: string | null
  students: number
  staff: number
  /** When a member last opened an activity; for groups, when one last signed in. */
  last_activity_at: number | null
}

/** Rows per statement: databases limit the number of values. */
const BATCH = 500

export const courseRepository = {
  find: (db: Db, organizationId: number, id: number): Promise<CourseRow | undefined> =>
    db
      .selectFrom('courses')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  findByKey: (db: Db, organizationId: number, key: string): Promise<CourseRow | undefined> =>
    db
      .selectFrom('courses')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('source_key', '=', key)
      .executeTakeFirst(),

  /** Changes the title and the address of the roster if the course is known. */
  async save(db: Db, row: NewRow<'courses'>): Promise<void> {
    const { title, memberships_url, updated_at } = row
    await db
      .insertInto('courses')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'source_key'])
          .doUpdateSet({ title, updated_at, ...(memberships_url ? { memberships_url } : {}) }),
      )
      .execute()
  },

  async addActivity(db: Db, courseId: number, activityId: number): Promise<void> {
    await db
      .insertInto('course_activities')
      .values({ course_id: courseId, activity_id: activityId })
      .onConflict((conflict) => conflict.columns(['course_id', 'activity_id']).doNothing())
      .execute()
  },

  /** `ofEducator`: only courses that this person teaches, or in which their activities or assistants are used. */
  async list(
    db: Db,
    organizationId: number,
    ofEducator: number | undefined,
    page: { limit: number; offset: number },
  ): Promise<ListedCourse[]> {
    const query = described(db)
      .where('courses.organization_id', '=', organizationId)
      .orderBy('courses.title')
      .orderBy('courses.id')
      .limit(page.limit)
      .offset(page.offset)
    const rows =
      ofEducator === undefined
        ? query
        : query.where('courses.id', 'in', coursesOf(db, ofEducator).union(taughtBy(db, ofEducator)))
    return (await rows.execute()).map(toListed)
  },

  async listVisible(
    db: Db,
    organizationId: number,
    { ofEducator, id, limit }: { ofEducator: number | undefined; id: number | undefined; limit: number },
  ): Promise<{ id: number; title: string; people: number }[]> {
    let query = db
      .selectFrom('courses')
      .select((select) => [
        'courses.id',
        'courses.title',
        select
          .selectFrom('course_members')
          .select((members) => members.fn.countAll<number>().as('count'))
          .whereRef('course_members.course_id', '=', 'courses.id')
          .where('course_members.enrolled', '=', 1)
          .where('course_members.user_id', 'is not', null)
          .where((where) => where(where.fn.coalesce('launch_role', 'role'), '=', 'student'))
          .as('people'),
      ])
      .where('courses.organization_id', '=', organizationId)
      .orderBy('courses.title')
      .orderBy('courses.id')
      .limit(limit)
    if (id !== undefined) query = query.where('courses.id', '=', id)
    if (ofEducator !== undefined)
      query = query.where('courses.id', 'in', coursesOf(db, ofEducator).union(taughtBy(db, ofEducator)))
    return (await query.execute()).map((row) => ({ ...row, people: Number(row.people) }))
  },

  /** The assistants of the activities in these courses. */
  assistantsOf: (db: Db, courseIds: readonly number[]) =>
    db
      .selectFrom('course_activities')
      .innerJoin(
        'lti_activity_assistants',
        'lti_activity_assistants.activity_id',
        'course_activities.activity_id',
      )
      .innerJoin('assistants', 'assistants.id', 'lti_activity_assistants.assistant_id')
      .select([
        'course_activities.course_id',
        'assistants.id',
        'assistants.name',
        'assistants.owner_id',
        'assistants.organization_id',
      ])
      .distinct()
      .where('course_activities.course_id', 'in', courseIds)
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.name')
      .orderBy('assistants.id')
      .execute(),

  describe: async (db: Db, id: number): Promise<ListedCourse> =>
    toListed(await described(db).where('courses.id', '=', id).executeTakeFirstOrThrow()),

  /** Whether this person teaches the course, or has set up an activity in it. */
  async isTaughtBy(db: Db, courseId: number, userId: number): Promise<boolean> {
    const member = taughtBy(db, userId).where('course_members.course_id', '=', courseId)
    const owner = db
      .selectFrom('course_activities')
      .innerJoin('lti_activities', 'lti_activities.id', 'course_activities.activity_id')
      .select('course_activities.course_id')
      .where('course_activities.course_id', '=', courseId)
      .where('lti_activities.owner_id', '=', userId)
    return (await member.union(owner).executeTakeFirst()) !== undefined
  },

  members: (db: Db, courseId: number, page: { limit: number; offset: number }): Promise<MemberRow[]> =>
    db
      .selectFrom('course_members')
      .selectAll()
      .where('course_id', '=', courseId)
      .where('enrolled', '=', 1)
      .orderBy('name')
      .orderBy('lms_user_id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  findMember: (db: Db, courseId: number, lmsUserId: string): Promise<MemberRow | undefined> =>
    db
      .selectFrom('course_members')
      .selectAll()
      .where('course_id', '=', courseId)
      .where('lms_user_id', '=', lmsUserId)
      .executeTakeFirst(),

  /** A person who has opened an activity of the course. */
  async noteLaunch(db: Db, row: NewRow<'course_members'>): Promise<void> {
    const { name, launch_role, user_id, last_launch_at, updated_at } = row
    await db
      .insertInto('course_members')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['course_id', 'lms_user_id']).doUpdateSet({
          ...(name ? { name } : {}),
          launch_role,
          user_id,
          last_launch_at,
          updated_at,
          enrolled: 1,
        }),
      )
      .execute()
  },

  /** People who are not in it have left the course; those without an account are removed. */
  async replaceRoster(
    tx: Db,
    courseId: number,
    members: readonly RosterMember[],
    now: number,
  ): Promise<void> {
    await tx.updateTable('course_members').set({ enrolled: 0 }).where('course_id', '=', courseId).execute()
    for (let at = 0; at < members.length; at += BATCH)
      await tx
        .insertInto('course_members')
        .values(
          members.slice(at, at + BATCH).map(({ lmsUserId, name, role }) => ({
            course_id: courseId,
            lms_user_id: lmsUserId,
            name,
            role,
            launch_role: null,
            user_id: null,
            last_launch_at: null,
            updated_at: now,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['course_id', 'lms_user_id']).doUpdateSet((set) => ({
            // Not all LMSs that share the names of launches also share those of the roster.
            name: sql<string>`case when excluded.name = '' then course_members.name else excluded.name end`,
            role: set.ref('excluded.role'),
            updated_at: now,
            enrolled: 1,
          })),
        )
        .execute()
    await tx
      .deleteFrom('course_members')
      .where('course_id', '=', courseId)
      .where('enrolled', '=', 0)
      .where('user_id', 'is', null)
      .execute()
  },
}

const described = (db: Db) => {
  const count = (select: ExpressionBuilder<Database, 'courses'>, role: 'student' | 'staff') =>
    select
      .selectFrom('course_members')
      .select((members) => members.fn.countAll<number>().as('count'))
      .whereRef('course_members.course_id', '=', 'courses.id')
      .where('course_members.enrolled', '=', 1)
      .where((where) => where(where.fn.coalesce('launch_role', 'role'), '=', role))
  return db
    .selectFrom('courses')
    .leftJoin('lti_platforms', 'lti_platforms.id', 'courses.platform_id')
    .leftJoin('sign_in_providers', 'sign_in_providers.id', 'courses.provider_id')
    .selectAll('courses')
    .select((select) => select.fn.coalesce('lti_platforms.name', 'sign_in_providers.name').as('source_name'))
    .select((select) => [count(select, 'student').as('students'), count(select, 'staff').as('staff')])
    .select((select) =>
      select
        .selectFrom('course_members')
        .select(
          sql<
            number | null
          >`max(case when courses.platform_id is null then course_members.updated_at else course_members.last_launch_at end)`.as(
            'last',
          ),
        )
        .whereRef('course_members.course_id', '=', 'courses.id')
        .as('last_activity_at'),
    )
}

const toListed = <
  T extends { students: number | null; staff: number | null; last_activity_at: number | null },
>(
  row: T,
) => ({
  ...row,
  students: Number(row.students),
  staff: Number(row.staff),
  last_activity_at: row.last_activity_at === null ? null : Number(row.last_activity_at),
})

const taughtBy = (db: Db, userId: number) =>
  db
    .selectFrom('course_members')
    .select('course_members.course_id')
    .where('course_members.user_id', '=', userId)
    .where('course_members.enrolled', '=', 1)
    .where((where) => where(where.fn.coalesce('launch_role', 'role'), '=', 'staff'))

const coursesOf = (db: Db, educatorId: number) =>
  db
    .selectFrom('course_activities')
    .innerJoin('lti_activities', 'lti_activities.id', 'course_activities.activity_id')
    .leftJoin('lti_activity_assistants', 'lti_activity_assistants.activity_id', 'lti_activities.id')
    .leftJoin('assistants', 'assistants.id', 'lti_activity_assistants.assistant_id')
    .select('course_activities.course_id')
    .where((where) =>
      where.or([
        where('lti_activities.owner_id', '=', educatorId),
        where.and([
          where('assistants.owner_id', '=', educatorId),
          where('assistants.deleted_at', 'is', null),
        ]),
      ]),
    )
