import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Addresses that people have signed in from, which other people's failed attempts don't block. */
export const signInAddresses: Migration = {
  name: '0018-sign-in-addresses',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('sign_in_addresses')
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('address_hash', 'text', required)
      .addColumn('last_used_at', long, required)
      .addPrimaryKeyConstraint('sign_in_addresses_key', ['user_id', 'address_hash'])
      .execute()
  },
}
