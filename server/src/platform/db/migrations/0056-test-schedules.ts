import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, createTableMaker, doneBy, isFlag, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Tests that run by themselves, why a run was skipped, and the prompts that tests were asked with. */
export const testSchedules: Migration = {
  name: '0056-test-schedules',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await db.schema
      .alterTable('test_runs')
      .addColumn('scheduled', 'integer', (column) => column.notNull().defaultTo(0).check(isFlag('scheduled')))
      .execute()
    await db.schema.alterTable('test_runs').addColumn('reason', 'text').execute()
    await db.schema.alterTable('test_results').addColumn('prompt', 'text').execute()
    await db.schema.alterTable('test_results').addColumn('prompt_hash', 'text').execute()

    await table('test_schedules')
      .addColumn('assistant_id', long, (column) =>
        column.primaryKey().references('assistants.id').onDelete('cascade'),
      )
      .addColumn('user_id', long, doneBy('users.id'))
      .addColumn('every', 'text', required)
      .addColumn('weekday', 'integer')
      .addColumn('time', 'text', required)
      .addColumn('time_zone', 'text', required)
      .addColumn('next_at', long, required)
      .addColumn('stopped', 'text')
      .addColumn('run_id', long, (column) => column.references('test_runs.id').onDelete('set null'))
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', long, withDefault(0))
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('notice', 'text')
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint('test_schedules_every', isOneOf('every', ['daily', 'weekly']))
      .execute()
    await addIndex(db, 'test_schedules_by_next', 'test_schedules', ['next_at'])
    await addIndex(db, 'test_schedules_by_user', 'test_schedules', ['user_id'])
    await addIndex(db, 'test_schedules_by_run', 'test_schedules', ['run_id'])
  },
}
