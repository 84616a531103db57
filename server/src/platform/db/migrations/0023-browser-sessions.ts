import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Signed-in browsers and their refresh tokens (decision 0013). */
export const browserSessions: Migration = {
  name: '0023-browser-sessions',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('browser_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('session_version', long, required)
      .addColumn('created_at', long, required)
      .addColumn('expires_at', long, required)
      .execute()
    await addIndex(db, 'browser_sessions_by_user', 'browser_sessions', ['user_id'])
    await addIndex(db, 'browser_sessions_by_expiry', 'browser_sessions', ['expires_at'])
    await table('refresh_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('session_id', 'text', belongsTo('browser_sessions.id'))
      .addColumn('created_at', long, required)
      .addColumn('replaced_at', long)
      .execute()
    await addIndex(db, 'refresh_tokens_by_session', 'refresh_tokens', ['session_id'])
    await addIndex(db, 'refresh_tokens_by_replacement', 'refresh_tokens', ['replaced_at'])
  },
}
