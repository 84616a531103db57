import type {
  RunTests,
  TestResult,
  TestResultWithPrompt,
  TestRun,
  TestRunDetail,
  TestVerdict,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { toResult, toRun } from './records.ts'
import { type JudgedResult, type RunRow, resultRepository } from './result.repository.ts'
import type { TestedDraft } from './tested-answer.ts'
import { beginRun, prepareRun, type RunOptions, type WorkDeps, workThrough } from './work-through.ts'

export interface TestRunDeps extends WorkDeps {
  log: Pick<Log, 'error'>
  /** Ends the scheduled run of an assistant immediately, if it runs in this process. */
  abandonScheduled(assistantId: number): void
}

type RunKind = Pick<RunOptions, 'debugBypass' | 'changesNothing'>

/** Runs the tests of an assistant and keeps the results. */
export function createTestRunService(deps: TestRunDeps) {
  const runs = createRuns(deps)
  return { ...runs, ...createReading(deps), ...createVerdicts(deps) }
}

export type TestRunService = ReturnType<typeof createTestRunService>

function createRuns(deps: TestRunDeps) {
  const { db, assistants, log, abandonScheduled } = deps
  /** The runs of this instance. */
  const running = new Map<number, { controller: AbortController; finished: Promise<void> }>()

  async function begin(caller: UserCaller, assistantId: number, order: RunTests, how: RunKind) {
    const controller = new AbortController()
    const prepared = await prepareRun(deps, caller, assistantId, order)
    const options = { ...how, signal: controller.signal }
    const started = await db.transaction().execute((tx) => beginRun(tx, caller, prepared, options))
    const id = started.context.runId
    const finished = workThrough(deps, started).finally(() => running.delete(id))
    running.set(id, { controller, finished })
    return { id, controller, finished }
  }

  return {
    /** Starts a run and returns immediately. */
    async start(caller: UserCaller, assistantId: number, order: RunTests): Promise<TestRun> {
      const { id, finished } = await begin(caller, assistantId, order, { debugBypass: false })
      finished.catch((error: unknown) => log.error({ error }, 'test run failed'))
      const row = await resultRepository.findRun(db, assistantId, id)
      if (!row) throw notFound('Test run')
      return toRun(row, [], nowSeconds())
    },

    /** Runs to the end, for LAMB's clients and the creation agent. Cancelled with its request. */
    async runNow(
      caller: UserCaller,
      assistantId: number,
      { debugBypass, changesNothing = false, ...order }: RunTests & RunKind,
      signal: AbortSignal,
    ): Promise<TestResult[]> {
      const { id, controller, finished } = await begin(caller, assistantId, order, {
        debugBypass,
        changesNothing,
      })
      const stop = () => controller.abort()
      signal.addEventListener('abort', stop, { once: true })
      await finished.finally(() => signal.removeEventListener('abort', stop))
      return (await resultRepository.listOfRuns(db, [id])).map(toResult)
    },

    /**
     * Also stops a run of another instance, after the tests that it is asking. The person who started a run can always cancel
     * it, even if the assistant has been deleted or is no longer shared with them.
     */
    async cancel(caller: UserCaller, assistantId: number, id: number): Promise<void> {
      const row = await resultRepository.findRun(db, assistantId, id)
      if (row?.created_by !== caller.userId) await assistants.getRow(caller, 'edit', assistantId)
      if (!row) throw notFound('Test run')
      await resultRepository.finishRun(db, id, 'cancelled', nowSeconds())
      running.get(id)?.controller.abort()
      if (row.scheduled === 1 && row.state === 'running') abandonScheduled(assistantId)
    },

    /** Cancels the runs of this instance. */
    async stop(): Promise<void> {
      for (const { controller } of running.values()) controller.abort()
      await Promise.allSettled([...running.values()].map(({ finished }) => finished))
    },
  }
}

function createReading({ db, assistants }: TestRunDeps) {
  const withResults = async (rows: readonly RunRow[]): Promise<TestRun[]> => {
    const results = await resultRepository.listHeads(
      db,
      rows.map(({ id }) => id),
    )
    const now = nowSeconds()
    return rows.map((row) =>
      toRun(
        row,
        results.filter(({ run_id }) => run_id === row.id),
        now,
      ),
    )
  }

  async function compared(
    assistantId: number,
    results: readonly JudgedResult[],
    compareWith: number | undefined,
  ): Promise<JudgedResult[]> {
    if (compareWith !== undefined) {
      if (!(await resultRepository.findRun(db, assistantId, compareWith))) throw notFound('Test run')
      return resultRepository.listOfRuns(db, [compareWith])
    }
    const tests = results.flatMap(({ test_id }) => (test_id === null ? [] : [test_id]))
    return resultRepository.newestOfTests(db, tests, results[0]?.id ?? 0)
  }

  return {
    async list(caller: UserCaller, assistantId: number, limit: number): Promise<TestRun[]> {
      await assistants.getRow(caller, 'edit', assistantId)
      return withResults(await resultRepository.listRuns(db, assistantId, limit))
    },

    /** `compareWith`: the run whose results are shown beside; without it, the previous result of each test. */
    async get(
      caller: UserCaller,
      assistantId: number,
      id: number,
      compareWith?: number,
    ): Promise<TestRunDetail> {
      await assistants.getRow(caller, 'edit', assistantId)
      const row = await resultRepository.findRun(db, assistantId, id)
      if (!row) throw notFound('Test run')
      const results = await resultRepository.listOfRuns(db, [id])
      const others = await compared(assistantId, results, compareWith)
      const byTest = new Map(others.map((result) => [result.test_id, result]))
      return {
        ...toRun(row, results, nowSeconds()),
        results: results.map((result) =>
          withPrevious(result, result.test_id === null ? undefined : byTest.get(result.test_id)),
        ),
      }
    },

    async listResults(caller: UserCaller, assistantId: number, limit: number): Promise<TestResult[]> {
      await assistants.getRow(caller, 'edit', assistantId)
      return (await resultRepository.listNewest(db, assistantId, limit)).map(toResult)
    },

    /** With what the model got. */
    async getResultWithPrompt(
      caller: UserCaller,
      assistantId: number,
      id: number,
    ): Promise<TestResultWithPrompt> {
      await assistants.getRow(caller, 'edit', assistantId)
      const row = await resultRepository.find(db, assistantId, id)
      if (!row) throw notFound('Test result')
      const prompt = await resultRepository.findPrompt(db, id)
      return {
        ...toResult(row),
        prompt: prompt === null ? null : JSON.parse(prompt),
        prompt_shortened: row.prompt_shortened === 1,
      }
    },

    async getResult(caller: UserCaller, assistantId: number, id: number) {
      await assistants.getRow(caller, 'edit', assistantId)
      const row = await resultRepository.find(db, assistantId, id)
      if (!row) throw notFound('Test result')
      return { result: toResult(row), snapshot: JSON.parse(row.snapshot) as TestedDraft }
    },
  }
}

const withPrevious = (
  result: JudgedResult,
  previous: JudgedResult | undefined,
): TestRunDetail['results'][number] => ({
  ...toResult(result),
  previous: previous ? toResult(previous) : null,
  prompt_changed:
    result.prompt_hash === null || previous?.prompt_hash == null
      ? null
      : result.prompt_hash !== previous.prompt_hash,
})

function createVerdicts({ db, assistants }: TestRunDeps) {
  return {
    async judge(caller: UserCaller, assistantId: number, resultId: number, verdict: TestVerdict) {
      await assistants.getRow(caller, 'edit', assistantId)
      if (!(await resultRepository.find(db, assistantId, resultId))) throw notFound('Test result')
      return resultRepository.insertVerdict(db, {
        result_id: resultId,
        user_id: caller.userId,
        ...verdict,
        created_at: nowSeconds(),
      })
    },

    async listVerdicts(caller: UserCaller, assistantId: number) {
      await assistants.getRow(caller, 'edit', assistantId)
      return resultRepository.listVerdicts(db, assistantId)
    },
  }
}
