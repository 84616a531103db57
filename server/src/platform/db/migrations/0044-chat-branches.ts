import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

/** Versions of questions and answers. Chats without any have neither column set. */
export const chatBranches: Migration = {
  name: '0044-chat-branches',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('chats').addColumn('current_message_id', 'text').execute()
    await db.schema.alterTable('chat_messages').addColumn('previous_id', 'text').execute()
  },
}
