import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Workspaces whose files are in object storage: the current tree with its version, and which of them have objects there. */
export const storedWorkspaces: Migration = {
  name: '0029-stored-workspaces',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await db.schema.alterTable('workspaces').addColumn('tree', 'text').execute()
    for (const column of ['version', 'file_count', 'byte_count'])
      await db.schema.alterTable('workspaces').addColumn(column, long, withDefault(0)).execute()
    // Without a reference to the workspace: a row that outlives it tells which objects can be removed.
    await table('workspace_objects')
      .addColumn('workspace_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', long, required)
      .execute()
  },
}
