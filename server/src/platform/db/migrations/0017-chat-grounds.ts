import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** What an answer cited can be looked up later, too. */
export const chatGrounds: Migration = {
  name: '0017-chat-grounds',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('chat_messages').addColumn('grounds', 'text').execute()
  },
}
