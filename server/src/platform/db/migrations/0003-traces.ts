import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, isFlag, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const traces: Migration = {
  name: '0003-traces',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    // No foreign keys, as for usage: rows are written in batches, and one with a deleted user must not fail the
    // others.
    await table('traces')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('organization_id', long, required)
      .addColumn('assistant_id', long, required)
      .addColumn('user_id', long)
      .addColumn('end_user', 'text')
      .addColumn('door', 'text', required)
      .addColumn('request_model', 'text')
      .addColumn('provider', 'text', required)
      .addColumn('model', 'text', required)
      .addColumn('outcome', 'text', required)
      .addColumn('started_at', long, required)
      .addColumn('duration_ms', long, required)
      .addColumn('input_tokens', 'integer', required)
      .addColumn('output_tokens', 'integer', required)
      .addColumn('cost', kind === 'postgres' ? sql`double precision` : 'real')
      .addColumn('iterations', 'integer', required)
      .addColumn('capped', 'integer', withDefault(0))
      .addColumn('steps', 'text', required)
      .addColumn('prompt', 'text')
      .addCheckConstraint('traces_outcome', isOneOf('outcome', ['ok', 'failed', 'cancelled']))
      .addCheckConstraint('traces_capped', isFlag('capped'))
      .execute()
    await addIndex(db, 'traces_by_assistant', 'traces', ['assistant_id', 'id'])
    await addIndex(db, 'traces_by_user', 'traces', ['assistant_id', 'user_id', 'id'])
    await addIndex(db, 'traces_by_organization', 'traces', ['organization_id', 'id'])
  },
}
