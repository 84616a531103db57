import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** At most one per assistant, and small: in the database, like the pictures of chats, it is deleted with its assistant. */
export const assistantPictures: Migration = {
  name: '0068-assistant-pictures',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('assistant_pictures')
      .addColumn('assistant_id', long, (c) => c.primaryKey().references('assistants.id').onDelete('cascade'))
      .addColumn('mark', 'text', required)
      .addColumn('content_type', 'text', required)
      .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', required)
      .execute()
  },
}
