import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const importedTestRepository = {
  async insertTest(tx: Db, row: NewRow<'assistant_tests'>): Promise<number> {
    return (await tx.insertInto('assistant_tests').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  /** LAMB's runs have one result each. Returns its id. */
  async insertResult(
    tx: Db,
    run: NewRow<'test_runs'>,
    result: Omit<NewRow<'test_results'>, 'run_id'>,
  ): Promise<number> {
    const { id: run_id } = await tx
      .insertInto('test_runs')
      .values(run)
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { ...result, run_id }
    return (await tx.insertInto('test_results').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  async insertVerdict(tx: Db, row: NewRow<'test_verdicts'>): Promise<number> {
    return (await tx.insertInto('test_verdicts').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
}
