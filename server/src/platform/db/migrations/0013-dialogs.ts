import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  type TableMaker,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

export const dialogs: Migration = {
  name: '0013-dialogs',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const maker = createTableMaker(db, kind)
    await addDialogs(db, maker)
    await addContents(db, maker)
  },
}

async function addDialogs(db: Kysely<unknown>, { table, long }: TableMaker): Promise<void> {
  await table('dialogs')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('workspace_id', 'text', doneBy('workspaces.id'))
    .addColumn('title', 'text')
    .addColumn('session', long, withDefault(1))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .execute()
  await addIndex(db, 'dialogs_by_user', 'dialogs', ['user_id', 'assistant_id', 'updated_at'])
  await addIndex(db, 'dialogs_by_assistant', 'dialogs', ['assistant_id'])
  await addIndex(db, 'dialogs_by_workspace', 'dialogs', ['workspace_id'])

  await table('dialog_desks')
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('dialog_id', 'text', doneBy('dialogs.id'))
    .addColumn('workload', 'text')
    .addColumn('names', 'text', withDefault('{}'))
    .addPrimaryKeyConstraint('dialog_desks_key', ['user_id', 'assistant_id'])
    .execute()
  await addIndex(db, 'dialog_desks_by_assistant', 'dialog_desks', ['assistant_id'])
  await addIndex(db, 'dialog_desks_by_dialog', 'dialog_desks', ['dialog_id'])

  await table('dialog_sessions')
    .addColumn('dialog_id', 'text', belongsTo('dialogs.id'))
    .addColumn('number', long, required)
    .addColumn('status', 'text', required)
    .addColumn('started_at', long, required)
    .addColumn('ended_at', long)
    .addPrimaryKeyConstraint('dialog_sessions_key', ['dialog_id', 'number'])
    .addCheckConstraint('dialog_sessions_status', isOneOf('status', ['active', 'merged', 'abandoned']))
    .execute()
}

async function addContents(db: Kysely<unknown>, { withId, long }: TableMaker): Promise<void> {
  await withId('dialog_messages')
    .addColumn('dialog_id', 'text', belongsTo('dialogs.id'))
    .addColumn('number', long)
    .addColumn('role', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('reasoning', 'text', required)
    .addColumn('calls', 'text', required)
    .addColumn('edits', 'text', required)
    .addColumn('events', long, required)
    .addColumn('checkpoint', 'text')
    .addColumn('session', long, required)
    .addColumn('complete', long, required)
    .addColumn('created_at', long, required)
    .addUniqueConstraint('dialog_messages_once', ['dialog_id', 'number'])
    .addCheckConstraint('dialog_messages_role', isOneOf('role', ['user', 'assistant']))
    .addCheckConstraint('dialog_messages_complete', isFlag('complete'))
    .execute()
  await addIndex(db, 'dialog_messages_by_dialog', 'dialog_messages', ['dialog_id', 'id'])

  await withId('dialog_tool_results')
    .addColumn('dialog_id', 'text', belongsTo('dialogs.id'))
    .addColumn('call_id', 'text', required)
    .addColumn('tool_name', 'text', required)
    .addColumn('args', 'text', required)
    .addColumn('result', 'text', required)
    .addColumn('ok', long, required)
    .addColumn('created_at', long, required)
    .addUniqueConstraint('dialog_tool_results_once', ['dialog_id', 'call_id'])
    .addCheckConstraint('dialog_tool_results_ok', isFlag('ok'))
    .execute()

  await withId('dialog_checkpoints')
    .addColumn('dialog_id', 'text', belongsTo('dialogs.id'))
    .addColumn('checkpoint', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('created_at', long, required)
    .execute()
  await addIndex(db, 'dialog_checkpoints_by_dialog', 'dialog_checkpoints', ['dialog_id', 'id'])

  await withId('dialog_summaries')
    .addColumn('dialog_id', 'text', belongsTo('dialogs.id'))
    .addColumn('content', 'text', required)
    .addColumn('through', long, required)
    .addColumn('created_at', long, required)
    .execute()
  await addIndex(db, 'dialog_summaries_by_dialog', 'dialog_summaries', ['dialog_id', 'id'])
}
