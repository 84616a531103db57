import type { Db } from '../../db/db.ts'
import type { NewRow, Row } from '../../db/schema.ts'

export type IdempotencyRow = Row<'idempotency_keys'>

export const idempotencyRepository = {
  /** Returns false if the key already exists. */
  async insert(db: Db, row: NewRow<'idempotency_keys'>): Promise<boolean> {
    const inserted = await db
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['person', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    return inserted !== undefined
  },

  find: (db: Db, person: string, key: string): Promise<IdempotencyRow | undefined> =>
    db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('person', '=', person)
      .where('key', '=', key)
      .executeTakeFirst(),

  async keepAnswer(db: Db, person: string, key: string, sealed_answer: string): Promise<void> {
    await db
      .updateTable('idempotency_keys')
      .set({ sealed_answer })
      .where('person', '=', person)
      .where('key', '=', key)
      .execute()
  },

  async delete(db: Db, person: string, key: string): Promise<void> {
    await db.deleteFrom('idempotency_keys').where('person', '=', person).where('key', '=', key).execute()
  },

  /** Only this row: a newer request may have replaced it. */
  async removeOne(db: Db, { person, key, created_at }: IdempotencyRow): Promise<void> {
    await db
      .deleteFrom('idempotency_keys')
      .where('person', '=', person)
      .where('key', '=', key)
      .where('created_at', '=', created_at)
      .execute()
  },

  async removeBefore(db: Db, until: number, limit: number): Promise<number> {
    const rows = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('created_at', '<', until)
      .limit(limit)
      .execute()
    for (const row of rows) await this.removeOne(db, row)
    return rows.length
  },
}
