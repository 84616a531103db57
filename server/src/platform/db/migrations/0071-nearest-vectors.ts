import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * The copies of vectors that pgvector searches, and which documents are in each (docs/decisions/0023). The copies themselves are tables that are created
 * when they are needed and can be deleted at any time.
 */
export const nearestVectors: Migration = {
  name: '0071-nearest-vectors',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, table, long } = createTableMaker(db, kind)
    await withId('knowledge_nearest')
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('model', 'text', required)
      .addColumn('dimension', 'integer', required)
      .addColumn('table_name', 'text', (column) => column.notNull().unique())
      .addColumn('is_ready', 'integer', (column) => withDefault(0)(column).check(isFlag('is_ready')))
      .execute()
    await addIndex(db, 'knowledge_nearest_by_base', 'knowledge_nearest', ['knowledge_base_id', 'model'])

    // No foreign key to the vectors: a row that outlives them says what to delete from the copy.
    await table('knowledge_nearest_files')
      .addColumn('nearest_id', long, belongsTo('knowledge_nearest.id'))
      .addColumn('vectors_id', long, required)
      .addPrimaryKeyConstraint('knowledge_nearest_files_key', ['nearest_id', 'vectors_id'])
      .execute()
  },
}
