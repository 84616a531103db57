import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker } from './columns.ts'
import type { Migration } from './migration.ts'

/** When the last backup was made, so that admins are warned if there is none. */
export const lastBackup: Migration = {
  name: '0046-last-backup',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { long } = createTableMaker(db, kind)
    await db.schema.alterTable('installation').addColumn('last_backup_at', long).execute()
  },
}
