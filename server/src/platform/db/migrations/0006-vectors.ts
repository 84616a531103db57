import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const vectors: Migration = {
  name: '0006-vectors',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('knowledge_vectors')
      .addColumn('file_id', long, belongsTo('knowledge_files.id'))
      .addColumn('model', 'text', required)
      .addColumn('dimension', 'integer', withDefault(0))
      .addColumn('passages', 'integer', withDefault(0))
      .addColumn('status', 'text', withDefault('waiting'))
      .addColumn('error_message', 'text')
      .addColumn('run_after', long, withDefault(0))
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', long, withDefault(0))
      .addColumn('updated_at', long, required)
      // Last, because SQLite reads through a long value to reach the columns after it.
      .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', required)
      .addUniqueConstraint('knowledge_vectors_key', ['file_id', 'model'])
      .addCheckConstraint('knowledge_vectors_status', isOneOf('status', ['waiting', 'ready', 'failed']))
      .execute()
    await addIndex(db, 'knowledge_vectors_by_worker', 'knowledge_vectors', ['leased_by'])
  },
}
