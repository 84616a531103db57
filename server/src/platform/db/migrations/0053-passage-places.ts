import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** Passages that continue on another page, and those of recordings. Both are filled when a file is processed again. */
export const passagePlaces: Migration = {
  name: '0053-passage-places',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('knowledge_chunks').addColumn('page_end', 'integer').execute()
    await db.schema.alterTable('knowledge_chunks').addColumn('time', 'text').execute()
  },
}
