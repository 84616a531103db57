import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Feedback on answers, and what the activity of an assistant is computed from. */
export const activity: Migration = {
  name: '0040-activity',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, withId, long } = createTableMaker(db, kind)
    await table('message_feedback')
      .addColumn('message_id', 'text', (column) =>
        column.primaryKey().notNull().references('chat_messages.id').onDelete('cascade'),
      )
      .addColumn('value', 'text', required)
      .addColumn('comment', 'text', withDefault(''))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint('message_feedback_value', isOneOf('value', ['up', 'down']))
      .execute()

    // Chats from before the upgrade stay private: their authors did not know that educators would read them.
    await db.schema
      .alterTable('chats')
      .addColumn('in_activity', 'integer', (column) =>
        column.notNull().defaultTo(0).check(isFlag('in_activity')),
      )
      .execute()
    await db.schema.alterTable('chat_messages').addColumn('support', 'text').execute()
    await db.schema
      .alterTable('chat_messages')
      .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0).check(isFlag('hidden')))
      .execute()

    await db.schema
      .alterTable('chat_messages')
      .addColumn('handled', 'integer', (column) => column.notNull().defaultTo(0).check(isFlag('handled')))
      .execute()

    await table('answer_documents')
      .addColumn('message_id', 'text', (column) =>
        column.notNull().references('chat_messages.id').onDelete('cascade'),
      )
      .addColumn('file_id', long, required)
      .addPrimaryKeyConstraint('answer_documents_key', ['message_id', 'file_id'])
      .execute()

    await withId('rubric_results')
      .addColumn('message_id', 'text', (column) =>
        column.notNull().references('chat_messages.id').onDelete('cascade'),
      )
      .addColumn('rubric', 'text', required)
      .addColumn('criterion', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('level', 'text', required)
      .addColumn('score', 'real', required)
      .addColumn('highest', 'real', required)
      .execute()
    await addIndex(db, 'rubric_results_by_message', 'rubric_results', ['message_id'])

    await table('activity_consents')
      .addColumn('user_id', long, (column) =>
        column.primaryKey().notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('named', 'integer', required)
      .addColumn('decided_at', long, required)
      .addCheckConstraint('activity_consents_named', isFlag('named'))
      .execute()
  },
}
