import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Chats in which a model helps to build an assistant, and the changes that it proposes. */
export const creationSessions: Migration = {
  name: '0052-creation-sessions',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, withId, long } = createTableMaker(db, kind)
    await table('creation_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('assistant_id', long, (column) => column.references('assistants.id').onDelete('set null'))
      .addColumn('skill', 'text')
      .addColumn('title', 'text', required)
      .addColumn('turn_count', 'integer', withDefault(0))
      .addColumn('busy_by', 'text')
      .addColumn('busy_until', long, withDefault(0))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'creation_sessions_by_user', 'creation_sessions', ['user_id', 'updated_at'])
    await addIndex(db, 'creation_sessions_by_assistant', 'creation_sessions', ['assistant_id'])
    await addIndex(db, 'creation_sessions_by_organization', 'creation_sessions', ['organization_id'])

    await withId('creation_messages')
      .addColumn('session_id', 'text', belongsTo('creation_sessions.id'))
      .addColumn('role', 'text', required)
      .addColumn('content', 'text', required)
      .addColumn('trace_id', 'text')
      .addColumn('created_at', long, required)
      .addCheckConstraint('creation_messages_role', isOneOf('role', ['user', 'assistant']))
      .execute()
    await addIndex(db, 'creation_messages_by_session', 'creation_messages', ['session_id', 'id'])

    await withId('creation_proposals')
      .addColumn('session_id', 'text', belongsTo('creation_sessions.id'))
      .addColumn('summary', 'text', required)
      .addColumn('fields', 'text', required)
      .addColumn('changes', 'text', required)
      .addColumn('warnings', 'text', required)
      .addColumn('base_version', long)
      .addColumn('state', 'text', withDefault('proposed'))
      .addColumn('created_at', long, required)
      .addColumn('decided_at', long)
      .addCheckConstraint(
        'creation_proposals_state',
        isOneOf('state', ['proposed', 'accepted', 'edited', 'rejected', 'replaced']),
      )
      .execute()
    await addIndex(db, 'creation_proposals_by_session', 'creation_proposals', ['session_id', 'id'])

    await withId('creation_tool_calls')
      .addColumn('session_id', 'text', belongsTo('creation_sessions.id'))
      .addColumn('tool', 'text', required)
      .addColumn('succeeded', 'integer', required)
      .addColumn('milliseconds', 'integer', required)
      .addColumn('summary', 'text', required)
      .addColumn('proposal_id', long)
      .addColumn('created_at', long, required)
      .addCheckConstraint('creation_tool_calls_succeeded', isFlag('succeeded'))
      .execute()
    await addIndex(db, 'creation_tool_calls_by_session', 'creation_tool_calls', ['session_id', 'id'])
  },
}
