import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, isOneOf, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Why sign-ins with a provider failed, and sessions that end with the provider's own. */
export const signInFailures: Migration = {
  name: '0073-sign-in-failures',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('sign_in_failures')
      .addColumn('provider_id', 'text', belongsTo('sign_in_providers.id'))
      .addColumn('during', 'text', (column) =>
        column.notNull().check(isOneOf('during', ['sign_in', 'sign_out'])),
      )
      .addColumn('reason', 'text', required)
      .addColumn('seconds', long)
      .addColumn('reference', 'text', required)
      .addColumn('failed_at', long, required)
      .addPrimaryKeyConstraint('sign_in_failures_key', ['provider_id', 'during', 'reason'])
      .execute()
    await db.schema.alterTable('browser_sessions').addColumn('ends_at', long).execute()
  },
}
