import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * What instances on one PostgreSQL tell each other. It is about work that is running, so the tables are unlogged: they are cheap to write
 * and empty after a crash of the database. SQLite has one process and leaves them empty. What MCP sessions asked to remember stays.
 */
export const instances: Migration = {
  name: '0030-instances',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const maker = createTableMaker(db, kind)
    const { long } = maker
    const unlogged = <T extends string>(name: T) =>
      kind === 'postgres' ? maker.table(name).modifyFront(sql`unlogged`) : maker.table(name)

    await unlogged('instances')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('steady_since', long, required)
      .addColumn('beat_at', long, required)
      .execute()

    await unlogged('instance_locks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('instance', 'text', required)
      .addColumn('token', 'text', required)
      .execute()

    await unlogged('notifications')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sender', 'text', required)
      .addColumn('channel', 'text', required)
      .addColumn('message', 'text', required)
      .addColumn('sent_at', long, required)
      .execute()
    await addIndex(db, 'notifications_by_age', 'notifications', ['sent_at'])

    await unlogged('running_answers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', long, required)
      .addColumn('chat_id', 'text', required)
      .addColumn('instance', 'text', required)
      .addColumn('headers', 'text', required)
      .addColumn('reader_seen_at', long)
      .addColumn('ended', 'integer', withDefault(0))
      .addColumn('created_at', long, required)
      .addCheckConstraint('running_answers_ended', isFlag('ended'))
      .execute()
    await addIndex(db, 'running_answers_by_chat', 'running_answers', ['chat_id'])

    await unlogged('running_answer_frames')
      .addColumn('answer_id', 'text', belongsTo('running_answers.id'))
      .addColumn('position', long, required)
      .addColumn('frames', 'text', required)
      .addPrimaryKeyConstraint('running_answer_frames_key', ['answer_id', 'position'])
      .execute()

    await maker
      .table('mcp_sessions')
      .addColumn('session', 'text', (column) => column.primaryKey())
      .addColumn('log_level', 'text')
      .addColumn('told', 'text')
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'mcp_sessions_by_age', 'mcp_sessions', ['updated_at'])
    await maker
      .table('mcp_subscriptions')
      .addColumn('session', 'text', belongsTo('mcp_sessions.session'))
      .addColumn('uri', 'text', required)
      .addColumn('mark', 'text', required)
      .addColumn('told_at', long, (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('mcp_subscriptions_key', ['session', 'uri'])
      .execute()
    if (kind === 'postgres') await addChangeTriggers(db)
  },
}

/** What the lists and resources that MCP clients listen to are made of. Rarely written. */
const LISTENED = ['assistants', 'assistant_publications', 'assistant_shares', 'knowledge_bases']

/** Triggers, because these tables are written in many places and in the background. See `platform/notifications/data-changed.ts`. */
async function addChangeTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function bellwether_data_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bellwether', json_build_object('sender', 'database', 'channel', 'data-changed',
                                                        'message', json_build_object('table', tg_table_name))::text);
      return null;
    end $$`.execute(db)
  for (const table of LISTENED)
    await sql`
      create trigger bellwether_data_changed after insert or update or delete on ${sql.table(table)}
      for each statement execute function bellwether_data_changed()`.execute(db)
}
