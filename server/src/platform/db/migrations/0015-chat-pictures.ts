import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

export const chatPictures: Migration = {
  name: '0015-chat-pictures',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    await createTableMaker(db, kind)
      .table('chat_pictures')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('message_id', 'text', belongsTo('chat_messages.id'))
      .addColumn('position', 'integer', required)
      .addColumn('content_type', 'text', required)
      .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', required)
      .execute()
    await addIndex(db, 'chat_pictures_by_message', 'chat_pictures', ['message_id'])
  },
}
