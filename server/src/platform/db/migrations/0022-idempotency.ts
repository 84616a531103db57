import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Responses to requests with an Idempotency-Key, so that a repeated request creates nothing twice. */
export const idempotency: Migration = {
  name: '0022-idempotency',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('idempotency_keys')
      .addColumn('person', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('request_hash', 'text', required)
      .addColumn('sealed_answer', 'text')
      .addColumn('created_at', long, required)
      .addPrimaryKeyConstraint('idempotency_keys_key', ['person', 'key'])
      .execute()
    await addIndex(db, 'idempotency_keys_by_age', 'idempotency_keys', ['created_at'])
  },
}
