import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * Folders in the storage whose owner, an account or a knowledge base, was deleted. Written with the deletion, so that a server that is
 * killed right after it leaves no files behind.
 */
export const storageRemovals: Migration = {
  name: '0070-storage-removals',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('storage_removals')
      .addColumn('area', 'text', required)
      .addColumn('owner_id', long, required)
      .addColumn('created_at', long, required)
      .addPrimaryKeyConstraint('storage_removals_key', ['area', 'owner_id'])
      .execute()
  },
}
