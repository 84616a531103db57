import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** The text of files that people attached to their chats. */
export const chatAttachments: Migration = {
  name: '0047-chat-attachments',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('chat_attachments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('chat_id', 'text', belongsTo('chats.id'))
      .addColumn('name', 'text', required)
      .addColumn('size', long, required)
      .addColumn('text', 'text', required)
      .addColumn('is_cut', 'integer', required)
      .addColumn('created_at', long, required)
      .addCheckConstraint('chat_attachments_is_cut', isFlag('is_cut'))
      .execute()
    await addIndex(db, 'chat_attachments_by_chat', 'chat_attachments', ['chat_id'])
  },
}
