import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import type { WorkState } from './grading.repository.ts'

export type WorkRow = Row<'graded_works'>
/** Without the text, which is long. */
export type ListedWork = Omit<WorkRow, 'text'>

/** A work that this process grades. */
export interface WorkJob extends WorkRow {
  /** Identifies this claim; claiming it again, even in the same process, gives a new one. */
  leased_by: string
}

/** A running worker renews its lease several times before it expires. */
export const LEASE_SECONDS = 20

const LISTED = [
  'id',
  'grading_id',
  'name',
  'state',
  'leased_by',
  'leased_until',
  'run_after',
  'run',
  'attempts',
  'evaluation',
  'hand_grades',
  'review',
  'error',
  'accepted_by',
  'accepted_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WorkRow)[]

const WAITING = { leased_by: null, leased_until: 0, attempts: 0, run_after: 0, error: null } as const

export const workRepository = {
  async insert(db: Db, row: NewRow<'graded_works'>): Promise<number> {
    return (await db.insertInto('graded_works').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  list: (db: Db, gradingId: number): Promise<ListedWork[]> =>
    db.selectFrom('graded_works').select(LISTED).where('grading_id', '=', gradingId).orderBy('id').execute(),

  find: (db: Db, gradingId: number, id: number): Promise<WorkRow | undefined> =>
    db
      .selectFrom('graded_works')
      .selectAll()
      .where('grading_id', '=', gradingId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('graded_works').where('id', '=', id).execute()
  },

  /** Only while the work is in one of these states. False if it is in another one by now. */
  async update(
    db: Db,
    id: number,
    states: readonly WorkState[],
    change: Partial<NewRow<'graded_works'>>,
  ): Promise<boolean> {
    const row = await db
      .updateTable('graded_works')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', states)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Puts new, failed and cancelled works into the queue. Returns their number. */
  async enqueue(db: Db, gradingId: number, now: number): Promise<number> {
    const rows = await db
      .updateTable('graded_works')
      .set((set) => ({ state: 'waiting', ...WAITING, run: set('run', '+', 1), updated_at: now }))
      .where('grading_id', '=', gradingId)
      .where('state', 'in', ['new', 'failed', 'cancelled'])
      // Graded by a person in the meantime.
      .where('accepted_at', 'is', null)
      .returning('id')
      .execute()
    return rows.length
  },

  /** Returns the ids of the cancelled works. */
  async cancel(db: Db, gradingId: number, now: number): Promise<number[]> {
    const rows = await db
      .updateTable('graded_works')
      .set({ state: 'cancelled', leased_by: null, leased_until: 0, updated_at: now })
      .where('grading_id', '=', gradingId)
      .where('state', 'in', ['waiting', 'grading'])
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** The works that wait would fail for the same reason, such as a used-up budget. */
  async failWaiting(db: Db, gradingId: number, error: string, now: number): Promise<void> {
    await db
      .updateTable('graded_works')
      .set({ state: 'failed', error, updated_at: now })
      .where('grading_id', '=', gradingId)
      .where('state', '=', 'waiting')
      .execute()
  },

  /** Cheap, for looking every other second: claiming is a change, for which SQLite starts its writer. */
  async hasUnfinished(db: Db): Promise<boolean> {
    const unfinished = ['waiting', 'grading'] as const
    const query = db.selectFrom('graded_works').select('id').where('state', 'in', unfinished).limit(1)
    return (await query.executeTakeFirst()) !== undefined
  },

  /**
   * Ends works that wait in gradings whose cost limit is reached. They can be started again. `mayTakeOver`: also those
   * whose worker was killed.
   */
  async stopAtLimit(db: Db, now: number, mayTakeOver: boolean): Promise<void> {
    await db
      .updateTable('graded_works')
      .set({ state: 'cancelled', leased_by: null, leased_until: 0, updated_at: now })
      .where((where) =>
        where.or([
          where('state', '=', 'waiting'),
          where.and([where('state', '=', 'grading'), where('leased_until', '<', mayTakeOver ? now : 0)]),
        ]),
      )
      .where(
        sql<boolean>`exists (select 1 from gradings g where g.id = graded_works.grading_id and g.spent >= g.max_cost)`,
      )
      .execute()
  },

  /** The number of characters of each work that would be graded. */
  async lengthsToGrade(db: Db, gradingId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('graded_works')
      .select(sql<number>`length(text)`.as('length'))
      .where('grading_id', '=', gradingId)
      .where('state', 'in', ['new', 'failed', 'cancelled'])
      .where('accepted_at', 'is', null)
      .execute()
    return rows.map(({ length }) => Number(length))
  },

  /**
   * Takes the next work: of the person with the fewest works in progress, and of those the oldest. `mayTakeOver`: also
   * from a worker that was killed, once its lease has expired.
   */
  async claim(
    db: Db,
    lease: string,
    now: number,
    { isPostgres, mayTakeOver }: { isPostgres: boolean; mayTakeOver: boolean },
  ): Promise<WorkJob | undefined> {
    const next = sql`
      select w.id from graded_works w join gradings g on g.id = w.grading_id
      where ((w.state = 'waiting' and w.run_after <= ${now})
         or (w.state = 'grading' and w.leased_until < ${mayTakeOver ? now : 0}))
        and (g.max_cost is null or g.spent < g.max_cost)
      order by
        (select count(*) from graded_works p join gradings q on q.id = p.grading_id
          where q.owner_id = g.owner_id and p.state = 'grading' and p.leased_until >= ${now}),
        w.id
      limit 1 ${sql.raw(isPostgres ? 'for update of w skip locked' : '')}`
    const work = await db
      .updateTable('graded_works')
      .set((set) => ({
        state: 'grading',
        leased_by: lease,
        leased_until: now + LEASE_SECONDS,
        attempts: set('attempts', '+', 1),
        updated_at: now,
      }))
      .where(sql<boolean>`id = (${next})`)
      .returningAll()
      .executeTakeFirst()
    return work && { ...work, leased_by: lease }
  },

  /** False when the work is no longer this worker's: cancelled, deleted or taken over. */
  async renew(db: Db, { id, leased_by }: WorkJob, now: number): Promise<boolean> {
    const row = await db
      .updateTable('graded_works')
      .set({ leased_until: now + LEASE_SECONDS })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('state', '=', 'grading')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Changes nothing if the work is no longer this worker's. */
  async end(db: Db, { id, leased_by }: WorkJob, change: Partial<NewRow<'graded_works'>>): Promise<void> {
    await db
      .updateTable('graded_works')
      .set({ leased_by: null, leased_until: 0, ...change })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('state', '=', 'grading')
      .execute()
  },

  /**
   * Saves a grade, unless the work was cancelled (even if it was started again since) or deleted, or has one already.
   * Another instance may have taken it over and failed; then it is saved as long as no person has graded the work.
   */
  async saveGrade(
    db: Db,
    { id, run }: Pick<WorkRow, 'id' | 'run'>,
    evaluation: string,
    now: number,
  ): Promise<void> {
    await db
      .updateTable('graded_works')
      .set({ state: 'graded', leased_by: null, leased_until: 0, evaluation, error: null, updated_at: now })
      .where('id', '=', id)
      .where('run', '=', run)
      .where((where) =>
        where.or([
          where('state', 'in', ['waiting', 'grading']),
          where.and([where('state', '=', 'failed'), where('review', 'is', null)]),
        ]),
      )
      .execute()
  },

  /** After a start with a single process: releases the works that the previous process left. */
  async releaseAll(db: Db): Promise<void> {
    await db
      .updateTable('graded_works')
      .set({ state: 'waiting', leased_by: null, leased_until: 0 })
      .where('state', '=', 'grading')
      .execute()
  },

  gradingOf: (db: Db, { grading_id }: Pick<WorkRow, 'grading_id'>): Promise<Row<'gradings'> | undefined> =>
    db.selectFrom('gradings').selectAll().where('id', '=', grading_id).executeTakeFirst(),
}
