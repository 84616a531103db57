import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Fingerprints of the secrets that this database belongs to: one row, written on the first start. */
export const installation: Migration = {
  name: '0019-installation',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('installation')
      .addColumn('id', long, (column) => column.primaryKey())
      .addColumn('salt', 'text', required)
      .addColumn('signing_fingerprint', 'text', required)
      .addColumn('encryption_fingerprint', 'text', required)
      .addColumn('created_at', long, required)
      .execute()
  },
}
