import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, doneBy, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Imports of LAMB installations, and which of their objects became which of ours. */
export const lambImports: Migration = {
  name: '0042-lamb-imports',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('lamb_imports')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('state', 'text', required)
      .addColumn('options', 'text', required)
      .addColumn('progress', 'text', withDefault(''))
      .addColumn('report', 'text')
      .addColumn('error', 'text')
      .addColumn('started_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint(
        'lamb_imports_state',
        isOneOf('state', ['running', 'done', 'refused', 'failed', 'interrupted']),
      )
      .execute()
    await addIndex(db, 'lamb_imports_by_time', 'lamb_imports', ['created_at'])
    await table('lamb_import_items')
      .addColumn('source', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('legacy_id', 'text', required)
      .addColumn('our_id', 'text', required)
      .addColumn('notes', 'text', withDefault('[]'))
      .addColumn('created_at', long, required)
      .addPrimaryKeyConstraint('lamb_import_items_key', ['source', 'kind', 'legacy_id'])
      .execute()
  },
}
