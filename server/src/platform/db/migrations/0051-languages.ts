import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** The language that a person has chosen. */
export const languages: Migration = {
  name: '0051-languages',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('language', 'text').execute()
  },
}
