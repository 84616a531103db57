import type { Kysely } from 'kysely'
import { withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** How many answers a budget refused: only the person who was refused knew that it is used up. */
export const budgetRefusals: Migration = {
  name: '0075-budget-refusals',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('budget_counters').addColumn('refused', 'integer', withDefault(0)).execute()
  },
}
