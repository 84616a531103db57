import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Works that are graded with a rubric, many at once or to calibrate the rubric. */
export const gradings: Migration = {
  name: '0049-gradings',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('gradings')
      .addColumn('rubric_id', long, belongsTo('rubrics.id'))
      .addColumn('owner_id', long, belongsTo('users.id'))
      .addColumn('kind', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('model', 'text')
      .addColumn('assistant_id', long, (column) => column.references('assistants.id').onDelete('set null'))
      .addColumn('assistant_name', 'text')
      .addColumn('language', 'text')
      .addColumn('rubric', 'text', required)
      .addColumn('previous_id', long, (column) => column.references('gradings.id').onDelete('set null'))
      .addColumn('created_at', long, required)
      .addCheckConstraint('gradings_kind', isOneOf('kind', ['batch', 'calibration']))
      .execute()
    await addIndex(db, 'gradings_by_rubric', 'gradings', ['rubric_id', 'owner_id'])
    await addIndex(db, 'gradings_by_owner', 'gradings', ['owner_id'])
    await addIndex(db, 'gradings_by_previous', 'gradings', ['previous_id'])

    await withId('graded_works')
      .addColumn('grading_id', long, belongsTo('gradings.id'))
      .addColumn('name', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('state', 'text', withDefault('new'))
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', long, withDefault(0))
      .addColumn('run_after', long, withDefault(0))
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('evaluation', 'text')
      .addColumn('hand_grades', 'text')
      .addColumn('review', 'text')
      .addColumn('error', 'text')
      .addColumn('accepted_by', long, doneBy('users.id'))
      .addColumn('accepted_at', long)
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint(
        'graded_works_state',
        isOneOf('state', ['new', 'waiting', 'grading', 'graded', 'failed', 'cancelled']),
      )
      .execute()
    await addIndex(db, 'graded_works_by_grading', 'graded_works', ['grading_id', 'id'])
    await addIndex(db, 'graded_works_by_state', 'graded_works', ['state', 'run_after'])
  },
}
