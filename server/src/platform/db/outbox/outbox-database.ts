import { sql } from 'kysely'
import { nowSeconds } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { DatabaseKind, Db } from '../db.ts'
import { createRemoveOld, inBatches } from '../in-batches.ts'
import type { Entry } from './outbox-file.ts'

/** The database access of the outbox. */
export interface OutboxDatabase {
  /**
   * Calls `beforeCommit`, which can stop the commit with an error, with the id of the transaction where the database has
   * one. The connection may break during the commit, and then only this id tells whether it succeeded.
   */
  transaction(
    work: (tx: Db) => Promise<void>,
    beforeCommit: (transactionId: string | undefined) => void,
  ): Promise<void>
  /**
   * Does nothing when this entry was written before: a crash may happen between the commit and the removal from the
   * file.
   */
  once(entry: Pick<Entry, 'id' | 'transactionId'>, work: (tx: Db) => Promise<void>): Promise<void>
  removeOld(signal: AbortSignal): Promise<number>
}

/** Longer than any file stays in the outbox. */
const RETENTION_SECONDS = 30 * 86_400

const removeWritten = createRemoveOld('outbox_written', { key: 'id', time: 'created_at' })

export const createOutboxDatabase = (db: Db, kind: DatabaseKind): OutboxDatabase => ({
  transaction: (work, beforeCommit) =>
    db.transaction().execute(async (tx) => {
      await work(tx)
      // With SQLite a commit has no connection that could break.
      beforeCommit(kind === 'postgres' ? await currentTransaction(tx) : undefined)
    }),
  async once({ id, transactionId }, work) {
    if (transactionId !== undefined && (await isCommitted(db, transactionId))) return
    await db.transaction().execute(async (tx) => {
      const isNew = await tx
        .insertInto('outbox_written')
        .values({ id, created_at: nowSeconds() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (isNew) await work(tx)
    })
  },
  removeOld: (signal) =>
    inBatches((limit) => removeWritten(db, nowSeconds() - RETENTION_SECONDS, limit), signal),
})

async function currentTransaction(tx: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
  return rows[0]?.id ?? ''
}

async function isCommitted(db: Db, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ status: string | null }>`
    select case when ${transactionId}::xid8 < pg_snapshot_xmax(pg_current_snapshot())
      then pg_xact_status(${transactionId}::xid8) end as status`.execute(db)
  const status = rows[0]?.status
  if (status === 'in progress') throw new AppError('unavailable', 'The interrupted write is still running.')
  return status === 'committed'
}
