import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, isFlag, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Tests of assistants: questions with checks, their results, and what reviewers say about them. */
export const assistantTests: Migration = {
  name: '0043-assistant-tests',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, table, long } = createTableMaker(db, kind)
    await withId('assistant_tests')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('title', 'text', required)
      .addColumn('description', 'text', withDefault(''))
      .addColumn('kind', 'text', required)
      .addColumn('messages', 'text', required)
      .addColumn('expected', 'text', withDefault(''))
      .addColumn('tags', 'text', withDefault('[]'))
      .addColumn('checks', 'text', withDefault('[]'))
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'assistant_tests_by_assistant', 'assistant_tests', ['assistant_id'])

    await withId('test_runs')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('state', 'text', required)
      .addColumn('total', 'integer', required)
      .addColumn('complete', 'integer', required)
      .addColumn('fingerprint', 'text', required)
      .addColumn('model', 'text')
      .addColumn('version', long, required)
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('active_at', long, required)
      .addColumn('finished_at', long)
      .addCheckConstraint('test_runs_complete', isFlag('complete'))
      .execute()
    await addIndex(db, 'test_runs_by_assistant', 'test_runs', ['assistant_id', 'id'])

    await withId('test_results')
      .addColumn('run_id', long, belongsTo('test_runs.id'))
      .addColumn('assistant_id', long, required)
      .addColumn('test_id', long, (column) => column.references('assistant_tests.id').onDelete('set null'))
      .addColumn('title', 'text', required)
      .addColumn('messages', 'text', required)
      .addColumn('answer', 'text', required)
      .addColumn('details', 'text', required)
      .addColumn('outcome', 'text', required)
      .addColumn('error', 'text')
      .addColumn('model', 'text', required)
      .addColumn('version', long, required)
      .addColumn('input_tokens', long, required)
      .addColumn('output_tokens', long, required)
      .addColumn('cost', long)
      .addColumn('milliseconds', long, required)
      .addColumn('snapshot', 'text', required)
      .addColumn('created_at', long, required)
      .execute()
    await addIndex(db, 'test_results_by_run', 'test_results', ['run_id'])
    await addIndex(db, 'test_results_by_test', 'test_results', ['test_id', 'id'])
    await addIndex(db, 'test_results_by_assistant', 'test_results', ['assistant_id', 'id'])

    await withId('test_verdicts')
      .addColumn('result_id', long, belongsTo('test_results.id'))
      .addColumn('user_id', long, doneBy('users.id'))
      .addColumn('verdict', 'text', required)
      .addColumn('notes', 'text', withDefault(''))
      .addColumn('dimensions', 'text', withDefault('{}'))
      .addColumn('created_at', long, required)
      .execute()
    await addIndex(db, 'test_verdicts_by_result', 'test_verdicts', ['result_id'])

    await table('test_gates')
      .addColumn('assistant_id', long, (column) =>
        column.primaryKey().references('assistants.id').onDelete('cascade'),
      )
      .addColumn('required', 'integer', required)
      .addCheckConstraint('test_gates_required', isFlag('required'))
      .execute()
  },
}
