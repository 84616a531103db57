import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** The outbox writes that have been made after an outage of the database. */
export const outbox: Migration = {
  name: '0025-outbox',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('outbox_written')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('created_at', long, required)
      .execute()
    await addIndex(db, 'outbox_written_by_age', 'outbox_written', ['created_at'])
  },
}
