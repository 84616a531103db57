import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** What guests of class links uploaded today, and titles of topics. Both were in memory. */
export const guestUploadsAndTitles: Migration = {
  name: '0061-guest-uploads-and-titles',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('guest_uploads')
      .addColumn('user_id', long, (column) => belongsTo('users.id')(column).primaryKey())
      .addColumn('day', long, required)
      .addColumn('documents', 'integer', required)
      .addColumn('bytes', long, required)
      .execute()
    await table('topic_titles')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('topic', 'text', required)
      .addColumn('title', 'text', required)
      .addColumn('summary', 'text', required)
      .addColumn('created_at', long, required)
      .addPrimaryKeyConstraint('topic_titles_pk', ['assistant_id', 'topic'])
      .execute()
  },
}
