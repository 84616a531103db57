import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const groupRepository = {
  async join(db: Db, row: NewRow<'course_members'>): Promise<void> {
    const { name, role, user_id, updated_at } = row
    await db
      .insertInto('course_members')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['course_id', 'lms_user_id'])
          .doUpdateSet({ name, role, user_id, updated_at, enrolled: 1 }),
      )
      .execute()
  },

  /**
   * The person has left the provider's other groups. One with several ids at the provider is a member with the last
   * one. null: the provider that is set in the environment.
   */
  async leaveOthers(
    db: Db,
    providerId: string | null,
    { userId, memberId }: { userId: number; memberId: string },
    courseIds: readonly number[],
  ): Promise<void> {
    const groups = db.selectFrom('courses').select('courses.id').where('platform_id', 'is', null)
    const ofProvider =
      providerId === null
        ? groups.where('provider_id', 'is', null)
        : groups.where('provider_id', '=', providerId)
    await db
      .updateTable('course_members')
      .set({ enrolled: 0 })
      .where('user_id', '=', userId)
      .where('course_id', 'in', ofProvider)
      .where((where) =>
        where.or([
          where('lms_user_id', '!=', memberId),
          ...(courseIds.length === 0 ? [where.lit(true)] : [where('course_id', 'not in', courseIds)]),
        ]),
      )
      .execute()
  },
}
