import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Organizations use the system's providers by reference: their usage is counted, and a system admin can limit it. */
export const systemProviders: Migration = {
  name: '0024-system-providers',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { long } = createTableMaker(db, kind)
    await db.schema
      .alterTable('usage_records')
      .addColumn('system_provider', 'integer', withDefault(0))
      .execute()
    const columns = ['organization_id', 'system_provider', 'created_at']
    await addIndex(db, 'usage_records_by_system_provider', 'usage_records', columns)
    await db.schema.alterTable('budgets').addColumn('system_providers', 'integer', withDefault(0)).execute()
    await db.schema.alterTable('installation').addColumn('key_copies_removed_at', long).execute()
  },
}
