import type { Kysely } from 'kysely'
import { isFlag } from './columns.ts'
import type { Migration } from './migration.ts'

/** Chats with documents but without a question yet, and the version that was last shown after each message. */
export const draftChats: Migration = {
  name: '0050-draft-chats',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('chats')
      .addColumn('draft', 'integer', (column) => column.notNull().defaultTo(0).check(isFlag('draft')))
      .execute()
    await db.schema.alterTable('chat_messages').addColumn('shown_next_id', 'text').execute()
  },
}
