import { sql } from 'kysely'
import { databaseMilliseconds } from '../../../platform/db/database-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type RunningAnswerRow = Row<'running_answers'>
export type FrameRow = Pick<Row<'running_answer_frames'>, 'position' | 'frames'>

/** PostgreSQL only: with SQLite there is one instance, which has its answers in memory. */
export const runningAnswerRepository = {
  async insert(db: Db, row: Omit<NewRow<'running_answers'>, 'created_at'>): Promise<void> {
    await db
      .insertInto('running_answers')
      .values({ ...row, created_at: databaseMilliseconds })
      .execute()
  },

  /** The newest answer in progress in a chat. */
  findIn: (db: Db, userId: number, chatId: string): Promise<RunningAnswerRow | undefined> =>
    db
      .selectFrom('running_answers')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('user_id', '=', userId)
      .where('ended', '=', 0)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),

  find: (db: Db, id: string): Promise<RunningAnswerRow | undefined> =>
    db.selectFrom('running_answers').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Notes that another instance reads the answer. False: it has ended. */
  async noteReader(db: Db, id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('running_answers')
      .set({ reader_seen_at: databaseMilliseconds })
      .where('id', '=', id)
      .where('ended', '=', 0)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Those of them that other instances have read within the time. */
  async listRead(db: Db, ids: readonly string[], withinMs: number): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('running_answers')
      .select('id')
      .where('id', 'in', [...ids])
      .where('reader_seen_at', '>=', sql<number>`${databaseMilliseconds} - ${withinMs}::bigint`)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Idempotent. */
  async addFrames(db: Db, answerId: string, rows: readonly FrameRow[]): Promise<void> {
    await db
      .insertInto('running_answer_frames')
      .values(rows.map((row) => ({ answer_id: answerId, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  framesFrom: (db: Db, answerId: string, position: number, limit: number): Promise<FrameRow[]> =>
    db
      .selectFrom('running_answer_frames')
      .select(['position', 'frames'])
      .where('answer_id', '=', answerId)
      .where('position', '>=', position)
      .orderBy('position')
      .limit(limit)
      .execute(),

  /** True unless another instance has read it: then its last events have to be passed on first. */
  async removeUnread(db: Db, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('running_answers')
      .where('id', '=', id)
      .where('reader_seen_at', 'is', null)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async end(db: Db, id: string): Promise<void> {
    await db.updateTable('running_answers').set({ ended: 1 }).where('id', '=', id).execute()
  },

  async remove(db: Db, id: string): Promise<void> {
    await db.deleteFrom('running_answers').where('id', '=', id).execute()
  },

  /** Answers of instances that were killed. */
  async removeOlderThan(db: Db, milliseconds: number): Promise<void> {
    await sql`delete from running_answers where created_at < ${databaseMilliseconds} - ${milliseconds}::bigint`.execute(
      db,
    )
  },
}
