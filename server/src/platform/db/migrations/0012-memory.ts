import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

export const memory: Migration = {
  name: '0012-memory',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('memories')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('subject', 'text', required)
      .addColumn('user_id', long, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('fact', 'text', required)
      .addColumn('created_at', long, required)
      .addUniqueConstraint('memories_once', ['subject', 'assistant_id', 'fact'])
      .execute()
    await addIndex(db, 'memories_by_user', 'memories', ['user_id'])
    await addIndex(db, 'memories_by_assistant', 'memories', ['assistant_id'])
  },
}
