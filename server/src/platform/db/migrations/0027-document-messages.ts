import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** Code and parameters of the error of a document, so that the web app can translate it. */
export const documentMessages: Migration = {
  name: '0027-document-messages',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('knowledge_files').addColumn('error_said', 'text').execute()
  },
}
