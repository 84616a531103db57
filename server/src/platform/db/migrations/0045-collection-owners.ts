import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** The owner that a LAMB installation names for a collection it keeps here. Only a label: the key's owner has the access. */
export const collectionOwners: Migration = {
  name: '0045-collection-owners',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('knowledge_bases').addColumn('external_owner', 'text').execute()
  },
}
