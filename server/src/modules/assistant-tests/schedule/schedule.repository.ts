import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ScheduleRow = Row<'test_schedules'>
export type ScheduleTimes = Pick<ScheduleRow, 'every' | 'weekday' | 'time' | 'time_zone'>

/** A schedule whose run this process does. */
export interface ScheduleJob extends ScheduleRow {
  id: number
  /** Identifies this claim; claiming it again, even in the same process, gives a new one. */
  leased_by: string
}

/** A running worker renews its lease several times before it expires. */
const LEASE_SECONDS = 20

export const scheduleRepository = {
  find: (db: Db, assistantId: number): Promise<ScheduleRow | undefined> =>
    db.selectFrom('test_schedules').selectAll().where('assistant_id', '=', assistantId).executeTakeFirst(),

  /** Replaces the times and the owner; a run in progress continues. */
  async save(db: Db, row: NewRow<'test_schedules'>): Promise<void> {
    const { assistant_id: _assistant, created_at: _created, ...change } = row
    await db
      .insertInto('test_schedules')
      .values(row)
      .onConflict((conflict) => conflict.column('assistant_id').doUpdateSet(change))
      .execute()
  },

  async remove(db: Db, assistantId: number): Promise<void> {
    await db.deleteFrom('test_schedules').where('assistant_id', '=', assistantId).execute()
  },

  async update(db: Db, assistantId: number, change: Partial<NewRow<'test_schedules'>>): Promise<void> {
    await db.updateTable('test_schedules').set(change).where('assistant_id', '=', assistantId).execute()
  },

  /** The notices that a person has not seen yet. */
  listNotices: (
    db: Db,
    userId: number,
    assistants: readonly number[],
  ): Promise<Pick<ScheduleRow, 'assistant_id' | 'notice'>[]> =>
    assistants.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('test_schedules')
          .select(['assistant_id', 'notice'])
          .where('user_id', '=', userId)
          .where('notice', 'is not', null)
          .where('assistant_id', 'in', assistants)
          .execute(),

  /** Cheap, for looking every few seconds: claiming is a change, for which SQLite starts its writer. */
  async hasDue(db: Db, now: number): Promise<boolean> {
    const query = db
      .selectFrom('test_schedules')
      .select('assistant_id')
      .where('next_at', '<=', now)
      .where('stopped', 'is', null)
      .limit(1)
    return (await query.executeTakeFirst()) !== undefined
  },

  /**
   * Takes the schedule that has been due longest. `mayTakeOver`: also from a worker that was killed, once its lease has
   * expired.
   */
  async claim(
    db: Db,
    lease: string,
    now: number,
    { isPostgres, mayTakeOver }: { isPostgres: boolean; mayTakeOver: boolean },
  ): Promise<ScheduleJob | undefined> {
    const next = sql`
      select s.assistant_id from test_schedules s
      where s.next_at <= ${now} and s.stopped is null and s.leased_until < ${mayTakeOver ? now : 1}
      order by s.next_at, s.assistant_id
      limit 1 ${sql.raw(isPostgres ? 'for update skip locked' : '')}`
    const schedule = await db
      .updateTable('test_schedules')
      .set((set) => ({
        leased_by: lease,
        leased_until: now + LEASE_SECONDS,
        attempts: set('attempts', '+', 1),
      }))
      .where(sql<boolean>`assistant_id = (${next})`)
      .returningAll()
      .executeTakeFirst()
    return schedule && { ...schedule, id: schedule.assistant_id, leased_by: lease }
  },

  /** False when the schedule is no longer this worker's: deleted or taken over. */
  renew: (db: Db, job: ScheduleJob, now: number): Promise<boolean> =>
    updateMine(db, job, { leased_until: now + LEASE_SECONDS }),

  setRun: (db: Db, job: ScheduleJob, runId: number | null): Promise<boolean> =>
    updateMine(db, job, { run_id: runId }),

  /** Gives it back, so that any process can continue. */
  release: (db: Db, job: ScheduleJob, change: Partial<NewRow<'test_schedules'>>): Promise<boolean> =>
    updateMine(db, job, { leased_by: null, leased_until: 0, ...change }),

  async releaseAll(db: Db): Promise<void> {
    await db
      .updateTable('test_schedules')
      .set({ leased_by: null, leased_until: 0 })
      .where('leased_by', 'is not', null)
      .execute()
  },
}

async function updateMine(
  db: Db,
  { id, leased_by }: ScheduleJob,
  change: Partial<NewRow<'test_schedules'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('test_schedules')
    .set(change)
    .where('assistant_id', '=', id)
    .where('leased_by', '=', leased_by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
