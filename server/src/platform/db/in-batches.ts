import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Database } from './schema.ts'

/** Rows per batch, so that other writers can run in between. */
const BATCH = 500

/** Calls `remove` until it deletes less than a full batch. Returns the total number of deleted rows. */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  signal: AbortSignal,
  batchSize: number = BATCH,
): Promise<number> {
  let removed = 0
  for (let gone = batchSize; gone === batchSize && !signal.aborted; removed += gone)
    gone = await remove(batchSize)
  return removed
}

/**
 * For rows with a time after which they are no longer needed. The function deletes at most `limit` rows whose time is
 * before `until`, and returns how many: in that second itself, a nonce must still be known.
 */
export const createRemoveOld =
  <Table extends keyof Database>(
    table: Table,
    { key, time }: { key: keyof Database[Table] & string; time: keyof Database[Table] & string },
  ) =>
  async (db: Db, until: number, limit: number): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${until} limit ${limit}
      )
    `.execute(db)
    return Number(numAffectedRows)
  }
