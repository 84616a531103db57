import { nowSeconds } from '../../clock.ts'
import type { Db } from '../db.ts'
import { inBatches } from '../in-batches.ts'

/** The database access of the outbox. */
export interface OutboxDatabase {
  transaction(work: (tx: Db) => Promise<void>): Promise<void>
  /**
   * Does nothing when this id was written before: a crash may happen between the commit and the removal from the
   * file.
   */
  once(id: string, work: (tx: Db) => Promise<void>): Promise<void>
  removeOld(signal: AbortSignal): Promise<number>
}

/** Longer than any file stays in the outbox. */
const RETENTION_SECONDS = 30 * 86_400

export const createOutboxDatabase = (db: Db): OutboxDatabase => ({
  transaction: (work) => db.transaction().execute(work),
  once: (id, work) =>
    db.transaction().execute(async (tx) => {
      const isNew = await tx
        .insertInto('outbox_written')
        .values({ id, created_at: nowSeconds() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (isNew) await work(tx)
    }),
  removeOld: (signal) =>
    inBatches(async (limit) => {
      const old = db
        .selectFrom('outbox_written')
        .select('id')
        .where('created_at', '<', nowSeconds() - RETENTION_SECONDS)
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('outbox_written')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    }, signal),
})
