import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type GradeRow = Row<'lti_grades'>
export type GradeTargetRow = Row<'lti_grade_targets'>

export interface Student {
  user_id: number
  lms_user_id: string
  name: string
}

export const gradeTargetRepository = {
  find: (db: Db, activityId: number): Promise<GradeTargetRow | undefined> =>
    db.selectFrom('lti_grade_targets').selectAll().where('activity_id', '=', activityId).executeTakeFirst(),

  /** The last one of a platform in which columns can be created. */
  findLatest: (db: Db, platformId: number): Promise<GradeTargetRow | undefined> =>
    db
      .selectFrom('lti_grade_targets')
      .selectAll()
      .where('platform_id', '=', platformId)
      .where('line_items_url', '!=', '')
      .orderBy('updated_at', 'desc')
      .orderBy('activity_id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async save(db: Db, row: NewRow<'lti_grade_targets'>): Promise<void> {
    const { activity_id: _, ...change } = row
    await db
      .insertInto('lti_grade_targets')
      .values(row)
      .onConflict((conflict) => conflict.column('activity_id').doUpdateSet(change))
      .execute()
  },

  /** True for one instance only, until it has found or created the column. */
  async claimColumn(db: Db, activityId: number, now: number, until: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('lti_grade_targets')
      .set({ creating_until: until })
      .where('activity_id', '=', activityId)
      .where('line_item_url', '=', '')
      .where('creating_until', '<=', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async releaseColumn(db: Db, activityId: number): Promise<void> {
    await db
      .updateTable('lti_grade_targets')
      .set({ creating_until: 0 })
      .where('activity_id', '=', activityId)
      .execute()
  },

  async setLineItem(db: Db, activityId: number, url: string): Promise<void> {
    await db
      .updateTable('lti_grade_targets')
      .set({ line_item_url: url })
      .where('activity_id', '=', activityId)
      .execute()
  },
}

/** Students of an activity who have not left the course. */
const students = (db: Db, activityId: number) =>
  db
    .selectFrom('lti_activity_users')
    .innerJoin('users', 'users.id', 'lti_activity_users.user_id')
    .innerJoin('lti_grade_targets', 'lti_grade_targets.activity_id', 'lti_activity_users.activity_id')
    .innerJoin('course_members', (join) =>
      join
        .onRef('course_members.course_id', '=', 'lti_grade_targets.course_id')
        .onRef('course_members.lms_user_id', '=', 'lti_activity_users.lms_user_id'),
    )
    .select(['lti_activity_users.user_id', 'lti_activity_users.lms_user_id', 'users.name'])
    .where('lti_activity_users.activity_id', '=', activityId)
    .where('lti_activity_users.role', '=', 'student')
    .where('course_members.enrolled', '=', 1)

export const gradeRepository = {
  students: (db: Db, activityId: number, limit: number): Promise<Student[]> =>
    students(db, activityId)
      .orderBy('users.name')
      .orderBy('lti_activity_users.user_id')
      .limit(limit)
      .execute(),

  findStudent: (db: Db, activityId: number, userId: number): Promise<Student | undefined> =>
    students(db, activityId).where('lti_activity_users.user_id', '=', userId).executeTakeFirst(),

  /** The student of a course who has opened an activity last. */
  findLatestStudent: (db: Db, courseId: number): Promise<string | undefined> =>
    db
      .selectFrom('course_members')
      .select('lms_user_id')
      .where('course_id', '=', courseId)
      .where('enrolled', '=', 1)
      .where('launch_role', '=', 'student')
      .orderBy('last_launch_at', 'desc')
      .limit(1)
      .executeTakeFirst()
      .then((row) => row?.lms_user_id),

  list: (db: Db, activityId: number): Promise<GradeRow[]> =>
    db.selectFrom('lti_grades').selectAll().where('activity_id', '=', activityId).execute(),

  find: (db: Db, activityId: number, userId: number): Promise<GradeRow | undefined> =>
    db
      .selectFrom('lti_grades')
      .selectAll()
      .where('activity_id', '=', activityId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** A proposal changes nothing about a grade that was accepted before. */
  async propose(db: Db, row: NewRow<'lti_grades'>): Promise<void> {
    const { proposal, updated_at } = row
    await db
      .insertInto('lti_grades')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['activity_id', 'user_id']).doUpdateSet({ proposal, updated_at }),
      )
      .execute()
  },

  /** Replaces an earlier grade, also one that is still waiting. */
  async accept(db: Db, row: NewRow<'lti_grades'>): Promise<void> {
    const { activity_id: _a, user_id: _u, created_at: _c, proposal: _p, accepted_ms, ...change } = row
    await db
      .insertInto('lti_grades')
      .values({ ...row, revision: 1 })
      .onConflict((conflict) =>
        conflict.columns(['activity_id', 'user_id']).doUpdateSet((set) => ({
          ...change,
          attempts: 0,
          revision: set('lti_grades.revision', '+', 1),
          // Never older than the last one.
          accepted_ms: set
            .case()
            .when('lti_grades.accepted_ms', '>=', accepted_ms ?? 0)
            .then(set('lti_grades.accepted_ms', '+', 1))
            .else(accepted_ms)
            .end(),
        })),
      )
      .execute()
  },
}

export type EndedGrade = Pick<GradeRow, 'problem' | 'next_at' | 'updated_at'> & {
  state: 'sent' | 'failed' | 'waiting'
  sent_at?: number
}

export const gradeQueueRepository = {
  /** `mayRetry`: also grades that an instance has begun to send. */
  listDue: (db: Db, now: number, limit: number, mayRetry: boolean): Promise<GradeRow[]> =>
    db
      .selectFrom('lti_grades')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .$if(!mayRetry, (query) => query.where('attempts', '=', 0))
      .orderBy('next_at')
      .limit(limit)
      .execute(),

  /** Only one instance gets true: the row must still be as it was read. */
  async claim(db: Db, { id, next_at, revision }: GradeRow, until: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('lti_grades')
      .set((set) => ({ next_at: until, attempts: set('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_at', '=', next_at)
      .where('revision', '=', revision)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Does nothing if the teacher has accepted another grade in the meantime: that one is sent, too. `sent` replaces `failed`
   * (two instances may try), never the reverse.
   */
  async end(db: Db, { id, revision }: Pick<GradeRow, 'id' | 'revision'>, ended: EndedGrade): Promise<void> {
    await db
      .updateTable('lti_grades')
      .set(ended)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', 'in', ended.state === 'sent' ? ['waiting', 'failed'] : ['waiting'])
      .execute()
  },
}
