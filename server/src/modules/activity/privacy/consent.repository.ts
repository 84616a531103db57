import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const consentRepository = {
  async find(db: Db, userId: number): Promise<boolean | null> {
    const row = await db
      .selectFrom('activity_consents')
      .select('named')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ? row.named === 1 : null
  },

  /** The students of a course, with an account, who did not agree to show their names. */
  async countUnnamed(db: Db, organizationId: number, courseId: number): Promise<number> {
    const { count } = await db
      .selectFrom('course_members')
      .leftJoin('activity_consents', (join) =>
        join
          .onRef('activity_consents.user_id', '=', 'course_members.user_id')
          .on('activity_consents.organization_id', '=', organizationId)
          .on('activity_consents.named', '=', 1),
      )
      .where('course_members.course_id', '=', courseId)
      .where('course_members.enrolled', '=', 1)
      .where('course_members.user_id', 'is not', null)
      .where((where) =>
        where(where.fn.coalesce('course_members.launch_role', 'course_members.role'), '=', 'student'),
      )
      .where('activity_consents.user_id', 'is', null)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  async save(db: Db, row: NewRow<'activity_consents'>): Promise<void> {
    const { organization_id, named, decided_at } = row
    await db
      .insertInto('activity_consents')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ organization_id, named, decided_at }),
      )
      .execute()
  },
}
