import type { Db } from '../../../platform/db/db.ts'
import type { CourseRow } from './course.repository.ts'

/** When rosters are read. */
export const refreshRepository = {
  /** True if the roster is due. Of several concurrent launches, only the first gets true. */
  async request(
    db: Db,
    courseId: number,
    { now, before }: { now: number; before: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('courses')
      .set({ refresh_at: now })
      .where('id', '=', courseId)
      .where('memberships_url', '!=', '')
      .where('refresh_at', 'is', null)
      .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<=', before)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  listDue: (db: Db, now: number, limit: number): Promise<CourseRow[]> =>
    db
      .selectFrom('courses')
      .selectAll()
      .where('refresh_at', '<=', now)
      .orderBy('refresh_at')
      .limit(limit)
      .execute(),

  /** Only one instance gets true: the row must still be as it was read. */
  async claim(db: Db, { id, refresh_at }: CourseRow, until: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('courses')
      .set({ refresh_at: until })
      .where('id', '=', id)
      .where('refresh_at', '=', refresh_at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** For someone who is waiting. False if the roster is already being read. */
  async claimNow(db: Db, courseId: number, { now, until }: { now: number; until: number }): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('courses')
      .set({ refresh_at: until })
      .where('id', '=', courseId)
      .where((where) => where.or([where('refresh_at', 'is', null), where('refresh_at', '<=', now)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async end(db: Db, courseId: number, now: number, problem: string | null): Promise<void> {
    await db
      .updateTable('courses')
      .set({ refresh_at: null, checked_at: now, problem })
      .where('id', '=', courseId)
      .execute()
  },
}
