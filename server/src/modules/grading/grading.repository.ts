import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type GradingRow = Row<'gradings'>
export type WorkState = Row<'graded_works'>['state']

/** The number of works in each state, and of accepted ones. */
export type WorkCounts = Readonly<Record<WorkState | 'accepted', number>>

export const NO_WORKS: WorkCounts = {
  new: 0,
  waiting: 0,
  grading: 0,
  graded: 0,
  failed: 0,
  cancelled: 0,
  accepted: 0,
}

export const gradingRepository = {
  async insert(db: Db, row: NewRow<'gradings'>): Promise<number> {
    return (await db.insertInto('gradings').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  find: (db: Db, rubricId: number, id: number): Promise<GradingRow | undefined> =>
    db
      .selectFrom('gradings')
      .selectAll()
      .where('rubric_id', '=', rubricId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Those of one person, newest first. */
  list: (db: Db, rubricId: number, ownerId: number, limit: number): Promise<GradingRow[]> =>
    db
      .selectFrom('gradings')
      .selectAll()
      .where('rubric_id', '=', rubricId)
      .where('owner_id', '=', ownerId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  async count(db: Db, rubricId: number, ownerId: number): Promise<number> {
    const row = await db
      .selectFrom('gradings')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('rubric_id', '=', rubricId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('gradings').where('id', '=', id).execute()
  },

  async setMaxCost(db: Db, id: number, maxCost: number | null): Promise<void> {
    await db.updateTable('gradings').set({ max_cost: maxCost }).where('id', '=', id).execute()
  },

  /** Adds to the cost so far. */
  async addSpent(db: Db, id: number, cost: number): Promise<void> {
    await db
      .updateTable('gradings')
      .set((set) => ({ spent: set('spent', '+', cost) }))
      .where('id', '=', id)
      .execute()
  },

  /** Locks it until the transaction ends. An update without changes, because SQLite lacks `select … for update`. */
  async lock(db: Db, id: number): Promise<void> {
    await db
      .updateTable('gradings')
      .set((set) => ({ name: set.ref('name') }))
      .where('id', '=', id)
      .execute()
  },

  async countWorks(db: Db, ids: readonly number[]): Promise<Map<number, WorkCounts>> {
    const counts = new Map<number, Record<WorkState | 'accepted', number>>()
    if (ids.length === 0) return counts
    const rows = await db
      .selectFrom('graded_works')
      .select((select) => [
        'grading_id',
        'state',
        select.fn.countAll<number>().as('count'),
        select.fn.count<number>('accepted_at').as('accepted'),
      ])
      .where('grading_id', 'in', ids)
      .groupBy(['grading_id', 'state'])
      .execute()
    for (const { grading_id: id, state, count, accepted } of rows) {
      const entry = counts.get(id) ?? { ...NO_WORKS }
      entry[state] = Number(count)
      entry.accepted += Number(accepted)
      counts.set(id, entry)
    }
    return counts
  },
}
