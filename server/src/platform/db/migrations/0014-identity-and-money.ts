import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const identityAndMoney: Migration = {
  name: '0014-identity-and-money',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { long } = createTableMaker(db, kind)
    await db.schema.alterTable('users').addColumn('email_confirmed_at', long).execute()
    // Self-registration was not recorded, so existing users count as confirmed.
    await sql`update users set email_confirmed_at = created_at`.execute(db)

    await db.schema.alterTable('usage_records').addColumn('tool', 'text').execute()
    await db.schema.alterTable('usage_records').addColumn('units', 'integer', withDefault(0)).execute()
  },
}
