import type { Kysely } from 'kysely'
import { isFlag } from './columns.ts'
import type { Migration } from './migration.ts'

/** Runs of tests that say nothing about the saved assistant, and prompts that were too long to keep. */
export const testRunKinds: Migration = {
  name: '0060-test-run-kinds',
  async up(db: Kysely<unknown>) {
    const addFlag = (table: string, name: string) =>
      db.schema
        .alterTable(table)
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0).check(isFlag(name)))
        .execute()
    await addFlag('test_runs', 'draft')
    await addFlag('test_runs', 'degraded')
    await addFlag('test_results', 'prompt_shortened')
  },
}
