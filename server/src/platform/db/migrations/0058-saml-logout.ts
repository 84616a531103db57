import type { Kysely } from 'kysely'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

/** Sessions that a SAML identity provider can end: its requests name people as its assertions did. */
export const samlLogout: Migration = {
  name: '0058-saml-logout',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('browser_sessions').addColumn('name_id_hash', 'text').execute()
    await addIndex(db, 'browser_sessions_by_name_id', 'browser_sessions', ['provider', 'name_id_hash'])
  },
}
