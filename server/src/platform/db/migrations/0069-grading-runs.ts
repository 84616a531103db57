import type { Kysely } from 'kysely'
import { withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** How often each work was put into the queue. A grade of an earlier run, which was cancelled, is not saved. */
export const gradingRuns: Migration = {
  name: '0069-grading-runs',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('graded_works').addColumn('run', 'integer', withDefault(0)).execute()
  },
}
