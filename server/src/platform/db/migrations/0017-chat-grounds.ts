import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** Stores the sources of an answer, so that they can be looked up later. */
export const chatGrounds: Migration = {
  name: '0017-chat-grounds',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('chat_messages').addColumn('grounds', 'text').execute()
  },
}
