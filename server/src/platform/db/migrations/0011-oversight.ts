import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const oversight: Migration = {
  name: '0011-oversight',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, withId, long } = createTableMaker(db, kind)
    // No foreign keys: entries are kept when people are deleted.
    await withId('audit_log')
      .addColumn('organization_id', long, required)
      .addColumn('user_id', long)
      .addColumn('end_user', 'text')
      .addColumn('action', 'text', required)
      .addColumn('object', 'text', required)
      .addColumn('detail', 'text', required)
      .addColumn('outcome', 'text', required)
      .addColumn('created_at', long, required)
      .addCheckConstraint('audit_log_outcome', isOneOf('outcome', ['ok', 'denied']))
      .execute()
    await addIndex(db, 'audit_log_by_organization', 'audit_log', ['organization_id', 'id'])
    await table('approvals')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('organization_id', long, required)
      .addColumn('assistant_id', long, required)
      .addColumn('user_id', long)
      .addColumn('end_user', 'text')
      .addColumn('trace_id', 'text', required)
      .addColumn('tool', 'text', required)
      .addColumn('function_name', 'text', required)
      .addColumn('input', 'text', required)
      .addColumn('state', 'text', withDefault('waiting'))
      .addColumn('approved_input', 'text')
      .addColumn('reason', 'text')
      .addColumn('expires_at', long, required)
      .addColumn('created_at', long, required)
      .addCheckConstraint('approvals_state', isOneOf('state', ['waiting', 'approved', 'rejected', 'expired']))
      .execute()
    await addIndex(db, 'approvals_by_user', 'approvals', ['user_id', 'state'])
    await db.schema.alterTable('traces').addColumn('parent_id', 'text').execute()
    await addIndex(db, 'traces_by_parent', 'traces', ['parent_id'])
  },
}
