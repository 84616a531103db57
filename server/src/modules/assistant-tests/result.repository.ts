import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Database, NewRow, Row } from '../../platform/db/schema.ts'
import { COMPLETE_IF_UNCHANGED } from './test.repository.ts'

export type RunRow = Row<'test_runs'>
export type ResultRow = Row<'test_results'>
export type VerdictRow = Row<'test_verdicts'>

/** A result with its newest verdict. The prompt is long, so it is read separately. */
export interface JudgedResult extends Omit<ResultRow, 'prompt'> {
  verdict: VerdictRow['verdict'] | null
}

/** What counting needs, without the texts, which are long. */
export type JudgedHead = Pick<
  JudgedResult,
  'id' | 'run_id' | 'test_id' | 'title' | 'outcome' | 'model' | 'verdict'
>

const newestVerdict = (select: ExpressionBuilder<Database, 'test_results'>) =>
  select
    .selectFrom('test_verdicts')
    .select('test_verdicts.verdict')
    .whereRef('test_verdicts.result_id', '=', 'test_results.id')
    .orderBy('test_verdicts.id', 'desc')
    .limit(1)
    .as('verdict')

const COLUMNS = [
  'id',
  'run_id',
  'assistant_id',
  'test_id',
  'title',
  'messages',
  'answer',
  'details',
  'outcome',
  'error',
  'model',
  'version',
  'input_tokens',
  'output_tokens',
  'cost',
  'milliseconds',
  'snapshot',
  'prompt_hash',
  'prompt_shortened',
  'created_at',
] as const satisfies readonly (keyof ResultRow)[]

const judged = (db: Db) => db.selectFrom('test_results').select(COLUMNS).select(newestVerdict)

export const resultRepository = {
  async insertRun(db: Db, run: NewRow<'test_runs'>): Promise<number> {
    return (await db.insertInto('test_runs').values(run).returning('id').executeTakeFirstOrThrow()).id
  },

  listRuns: (db: Db, assistantId: number, limit: number): Promise<RunRow[]> =>
    db
      .selectFrom('test_runs')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  findRun: (db: Db, assistantId: number, id: number): Promise<RunRow | undefined> =>
    db
      .selectFrom('test_runs')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .where('id', '=', id)
      .executeTakeFirst(),

  findLastScheduled: (db: Db, assistantId: number): Promise<RunRow | undefined> =>
    db
      .selectFrom('test_runs')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .where('scheduled', '=', 1)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The newest run of all tests with the assistant as it was, before a certain one. */
  findLastComplete: (
    db: Db,
    assistantId: number,
    before: number = Number.MAX_SAFE_INTEGER,
  ): Promise<RunRow | undefined> =>
    db
      .selectFrom('test_runs')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .where('complete', '=', 1)
      .where('draft', '=', 0)
      .where('state', '=', 'completed')
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Returns false if the run has been cancelled. */
  async keepActive(db: Db, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('test_runs')
      .set({ active_at: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Such a run says nothing about the assistant as it is. */
  async markDegraded(db: Db, id: number): Promise<void> {
    await db.updateTable('test_runs').set({ degraded: 1, complete: 0 }).where('id', '=', id).execute()
  },

  /** False if it had ended already. */
  async finishRun(
    db: Db,
    id: number,
    state: Exclude<RunRow['state'], 'running'>,
    now: number,
    reason: string | null = null,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('test_runs')
      .set({ state, finished_at: now, reason, complete: COMPLETE_IF_UNCHANGED })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Deletes all but the newest runs of the saved assistant, or of drafts, with their results. */
  async removeOlderRuns(
    db: Db,
    assistantId: number,
    { draft, keep }: { draft: RunRow['draft']; keep: number },
  ): Promise<void> {
    const oldest = await db
      .selectFrom('test_runs')
      .select('id')
      .where('assistant_id', '=', assistantId)
      .where('draft', '=', draft)
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await db
      .deleteFrom('test_runs')
      .where('assistant_id', '=', assistantId)
      .where('draft', '=', draft)
      .where('id', '<=', oldest.id)
      // Publishing and notices depend on it.
      .where('id', '!=', (await resultRepository.findLastComplete(db, assistantId))?.id ?? 0)
      .where('state', '!=', 'running')
      .execute()
  },

  /** False, and nothing is done, if the run was deleted, or has a result of this test already. Without the test if that was deleted. */
  async insert(db: Db, result: NewRow<'test_results'>): Promise<boolean> {
    const { run_id: run, test_id: test } = result
    // Locks the run: two instances may have asked the same test. SQLite lacks `select … for update`.
    const runRow = await db
      .updateTable('test_runs')
      .set((set) => ({ total: set.ref('total') }))
      .where('id', '=', run)
      .returning('id')
      .executeTakeFirst()
    if (!runRow || test == null) return false
    const earlier = await db
      .selectFrom('test_results')
      .select('id')
      .where('run_id', '=', run)
      .where('test_id', '=', test)
      .executeTakeFirst()
    if (earlier) return false
    const testOf = (select: ExpressionBuilder<Database, 'test_results'>) =>
      select.selectFrom('assistant_tests').select('assistant_tests.id').where('assistant_tests.id', '=', test)
    await db
      .insertInto('test_results')
      .values((select) => ({ ...result, test_id: testOf(select) }))
      .execute()
    return true
  },

  listOfRuns: (db: Db, runs: readonly number[]): Promise<JudgedResult[]> =>
    runs.length === 0 ? Promise.resolve([]) : judged(db).where('run_id', 'in', runs).orderBy('id').execute(),

  listHeads: (db: Db, runs: readonly number[]): Promise<JudgedHead[]> =>
    runs.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('test_results')
          .select(['id', 'run_id', 'test_id', 'title', 'outcome', 'model'])
          .select(newestVerdict)
          .where('run_id', 'in', runs)
          .orderBy('id')
          .execute(),

  /** The newest answers to the tests of an assistant in runs of all tests before this one, without those that failed to answer. */
  listDecidedBefore: (db: Db, run: Pick<RunRow, 'id' | 'assistant_id'>): Promise<JudgedHead[]> =>
    db
      .selectFrom('test_results')
      .select(['id', 'run_id', 'test_id', 'title', 'outcome', 'model'])
      .select(newestVerdict)
      .where('id', 'in', (select) =>
        select
          .selectFrom('test_results as decided')
          .innerJoin('test_runs', 'test_runs.id', 'decided.run_id')
          .select((fn) => fn.fn.max('decided.id').as('id'))
          .where('test_runs.assistant_id', '=', run.assistant_id)
          .where('test_runs.complete', '=', 1)
          .where('test_runs.draft', '=', 0)
          .where('test_runs.state', '=', 'completed')
          .where('test_runs.id', '<', run.id)
          .where('decided.outcome', '!=', 'error')
          .groupBy('decided.test_id'),
      )
      .execute(),

  /** Of the saved assistant and its versions. */
  listNewest: (db: Db, assistantId: number, limit: number): Promise<JudgedResult[]> =>
    judged(db)
      .where('assistant_id', '=', assistantId)
      .where('run_id', 'not in', (select) =>
        select
          .selectFrom('test_runs')
          .select('test_runs.id')
          .where('test_runs.assistant_id', '=', assistantId)
          .where('test_runs.draft', '=', 1),
      )
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  find: (db: Db, assistantId: number, id: number): Promise<JudgedResult | undefined> =>
    judged(db).where('assistant_id', '=', assistantId).where('id', '=', id).executeTakeFirst(),

  findPrompt: async (db: Db, id: number): Promise<string | null> =>
    (await db.selectFrom('test_results').select('prompt').where('id', '=', id).executeTakeFirst())?.prompt ??
    null,

  /** Returns their number. */
  async removePrompts(db: Db, organizationId: number, before: number, limit: number): Promise<number> {
    const { numUpdatedRows } = await db
      .updateTable('test_results')
      .set({ prompt: null })
      .where('id', 'in', (select) =>
        select
          .selectFrom('test_results as old')
          .innerJoin('assistants', 'assistants.id', 'old.assistant_id')
          .select('old.id')
          .where('assistants.organization_id', '=', organizationId)
          .where('old.created_at', '<', before)
          .where('old.prompt', 'is not', null)
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },

  /** The newest result of each test that says something about the saved assistant, before a certain one. */
  newestOfTests: (db: Db, tests: readonly number[], before: number): Promise<JudgedResult[]> =>
    tests.length === 0
      ? Promise.resolve([])
      : judged(db)
          .where('id', 'in', (select) =>
            select
              .selectFrom('test_results as earlier')
              .innerJoin('test_runs', 'test_runs.id', 'earlier.run_id')
              .select(({ fn }) => fn.max('earlier.id').as('id'))
              .where('test_runs.draft', '=', 0)
              .where('test_runs.degraded', '=', 0)
              .where('earlier.test_id', 'in', tests)
              .where('earlier.id', '<', before)
              .groupBy('earlier.test_id'),
          )
          .execute(),

  insertVerdict: (db: Db, verdict: NewRow<'test_verdicts'>): Promise<VerdictRow> =>
    db.insertInto('test_verdicts').values(verdict).returningAll().executeTakeFirstOrThrow(),

  listVerdicts: (db: Db, assistantId: number) =>
    db
      .selectFrom('test_verdicts')
      .innerJoin('test_results', 'test_results.id', 'test_verdicts.result_id')
      .leftJoin('users', 'users.id', 'test_verdicts.user_id')
      .selectAll('test_verdicts')
      .select('users.email as evaluator')
      .where('test_results.assistant_id', '=', assistantId)
      .orderBy('test_verdicts.id', 'desc')
      .limit(1000)
      .execute(),
}
