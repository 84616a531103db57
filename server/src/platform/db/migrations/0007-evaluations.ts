import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const evaluations: Migration = {
  name: '0007-evaluations',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('retrieval_questions')
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('question', 'text', required)
      .addColumn('expected', 'text', required)
      .addColumn('note', 'text', withDefault(''))
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'retrieval_questions_by_base', 'retrieval_questions', ['knowledge_base_id', 'id'])

    await withId('retrieval_runs')
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('settings', 'text', required)
      .addColumn('results', 'text', required)
      .addColumn('summary', 'text', required)
      .addColumn('index_version', long, required)
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .execute()
    await addIndex(db, 'retrieval_runs_by_base', 'retrieval_runs', ['knowledge_base_id', 'id'])
  },
}
