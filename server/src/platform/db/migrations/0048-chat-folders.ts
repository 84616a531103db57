import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Pins and folders of chats. Chats stay when their folder is deleted. */
export const chatFolders: Migration = {
  name: '0048-chat-folders',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('chat_folders')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('created_at', long, required)
      .addUniqueConstraint('chat_folders_name', ['user_id', 'name'])
      .execute()
    await db.schema.alterTable('chats').addColumn('pinned_at', long).execute()
    await db.schema
      .alterTable('chats')
      .addColumn('folder_id', 'text', (column) => column.references('chat_folders.id').onDelete('set null'))
      .execute()
    await addIndex(db, 'chats_by_folder', 'chats', ['folder_id'])
    // For the search, which goes through the chats of one person by time.
    await addIndex(db, 'chats_by_time', 'chats', ['user_id', 'updated_at', 'id'])
  },
}
