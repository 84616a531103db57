import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  type TableMaker,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

export const money: Migration = {
  name: '0008-money',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const maker = createTableMaker(db, kind)
    await addCosts(db, maker)
    await createBudgets(db, maker)
  },
}

async function addCosts(db: Kysely<unknown>, { long }: TableMaker) {
  await db.schema.alterTable('usage_records').addColumn('kind', 'text', withDefault('answer')).execute()
  await db.schema.alterTable('usage_records').addColumn('owner_id', long).execute()
  await db.schema.alterTable('usage_records').addColumn('cost', long).execute()
  await db.schema.alterTable('usage_records').addColumn('unpriced', 'integer', withDefault(0)).execute()
  await db.schema.alterTable('usage_records').addColumn('tool_calls', 'integer', withDefault(0)).execute()
  // Earlier usage counts for the current owner of the assistant, because the owner was not recorded.
  await sql`update usage_records set owner_id =
    (select owner_id from assistants where assistants.id = usage_records.assistant_id)`.execute(db)
  await addIndex(db, 'usage_records_by_owner', 'usage_records', ['owner_id', 'created_at'])
  await db.schema.alterTable('traces').addColumn('notes', 'text', withDefault('[]')).execute()
}

async function createBudgets(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await withId('budgets')
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('target', 'text', required)
    .addColumn('set_by', 'text', required)
    .addColumn('assistant_id', long, (c) => c.references('assistants.id').onDelete('cascade'))
    .addColumn('user_id', long, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('per_user', 'integer', withDefault(0))
    .addColumn('period', 'text', required)
    .addColumn('max_cost', long)
    .addColumn('max_tokens', long)
    .addColumn('max_requests', long)
    .addColumn('degrade', 'text', required)
    .addColumn('created_by', long, doneBy('users.id'))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addCheckConstraint('budgets_set_by', isOneOf('set_by', ['organization', 'owner']))
    .addCheckConstraint('budgets_period', isOneOf('period', ['day', 'month']))
    .addCheckConstraint('budgets_per_user', isFlag('per_user'))
    .addUniqueConstraint('budgets_one_each', ['organization_id', 'target', 'period'])
    .execute()
  await addIndex(db, 'budgets_by_assistant', 'budgets', ['assistant_id'])
  await addIndex(db, 'budgets_by_user', 'budgets', ['user_id'])

  await table('budget_counters')
    .addColumn('budget_id', long, belongsTo('budgets.id'))
    .addColumn('subject', 'text', required)
    .addColumn('period_start', long, required)
    .addColumn('spent_cost', long, withDefault(0))
    .addColumn('spent_tokens', long, withDefault(0))
    .addColumn('spent_requests', long, withDefault(0))
    .addColumn('reserved_cost', long, withDefault(0))
    .addColumn('reserved_tokens', long, withDefault(0))
    .addColumn('reserved_requests', long, withDefault(0))
    .addPrimaryKeyConstraint('budget_counters_key', ['budget_id', 'subject', 'period_start'])
    .execute()

  // One row for all counters of one answer, so that two processes that settle it at once can't deadlock.
  await table('budget_reservations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('counters', 'text', required)
    .addColumn('cost', long, required)
    .addColumn('tokens', long, required)
    .addColumn('requests', long, required)
    .addColumn('expires_at', long, required)
    .execute()
  await addIndex(db, 'budget_reservations_by_end', 'budget_reservations', ['expires_at'])
}
