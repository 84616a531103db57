import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** People decide by what a tool does and who gets the input, not by the name of a function. */
export const approvalFacts: Migration = {
  name: '0074-approval-facts',
  async up(db: Kysely<unknown>) {
    for (const column of ['description', 'sent_to'])
      await db.schema.alterTable('approvals').addColumn(column, 'text').execute()
  },
}
