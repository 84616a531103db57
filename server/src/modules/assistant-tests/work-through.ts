import { type AssistantSnapshot, type RunTests, say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import type { AssistantInContext, AssistantService, VersionService } from '../assistants/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { toRun } from './records.ts'
import { resultRepository } from './result.repository.ts'
import { type RunContext, type RunTestDeps, runTest } from './run-test.ts'
import { type TestRow, testRepository } from './test.repository.ts'
import type { TestedDraft } from './tested-answer.ts'

export interface WorkDeps extends RunTestDeps {
  assistants: Pick<AssistantService, 'getRow'>
  versions: Pick<VersionService, 'get'>
}

/** Tests of one run that are asked at the same time. */
const AT_ONCE = 2
const KEPT_RUNS = 50

interface PreparedRun {
  row: AssistantInContext
  all: TestRow[]
  wanted: TestRow[]
  draft: TestedDraft | undefined
  version: number
  model: string | undefined
}

export async function prepareRun(
  { db, assistants, versions }: WorkDeps,
  caller: UserCaller,
  assistantId: number,
  { tests, model, version }: RunTests,
): Promise<PreparedRun> {
  const row = await assistants.getRow(caller, 'edit', assistantId)
  const all = await testRepository.list(db, assistantId)
  const wanted = tests ? all.filter(({ id }) => tests.includes(id)) : all
  if (wanted.length === 0) throw tests ? notFound('Test') : badRequest(say('tests.none'))
  const [last] = await resultRepository.listRuns(db, assistantId, 1)
  if (last && toRun(last, [], nowSeconds()).status === 'running') throw conflict(say('tests.running'))
  const isOld = version != null && version !== row.version
  const draft = isOld ? toDraft(await versions.get(caller, assistantId, version)) : undefined
  return { row, all, wanted, draft, version: version ?? row.version, model: model ?? undefined }
}

export interface BegunRun {
  context: RunContext
  wanted: readonly TestRow[]
}

export async function beginRun(
  db: Db,
  caller: UserCaller,
  { row, all, wanted, draft, version, model }: PreparedRun,
  { debugBypass, signal }: Pick<RunContext, 'debugBypass' | 'signal'>,
): Promise<BegunRun> {
  const now = nowSeconds()
  const isComplete = wanted.length === all.length && !draft && model === undefined && !debugBypass
  const runId = await resultRepository.insertRun(db, {
    assistant_id: row.id,
    state: 'running',
    total: wanted.length,
    complete: isComplete ? 1 : 0,
    fingerprint: fingerprintOf(row, all),
    model: model ?? null,
    version,
    created_by: caller.userId,
    created_at: now,
    active_at: now,
    finished_at: null,
  })
  const common = { runId, caller, assistantId: row.id, version, model, draft, debugBypass, signal }
  return { context: { ...common, snapshot: draft ?? toDraft(row) }, wanted }
}

/** Runs all tests of a run, until it is cancelled. */
export async function workThrough(deps: RunTestDeps, { context, wanted }: BegunRun): Promise<void> {
  const { db } = deps
  const { runId, assistantId, signal } = context
  const queue = wanted.values()
  const takeTurns = async () => {
    for (const test of queue) {
      if (signal.aborted || !(await resultRepository.keepActive(db, runId, nowSeconds()))) return
      await runTest(deps, context, test)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    await resultRepository.finishRun(db, runId, signal.aborted ? 'cancelled' : 'completed', nowSeconds())
    await resultRepository.removeOlderRuns(db, assistantId, KEPT_RUNS)
  } catch (error) {
    await resultRepository.finishRun(db, runId, 'cancelled', nowSeconds())
    if (!signal.aborted) throw error
  }
}

const toDraft = (settings: AssistantSnapshot | AssistantInContext): TestedDraft => ({
  system_prompt: settings.system_prompt,
  prompt_template: settings.prompt_template,
  metadata: settings.metadata,
  rag_collections: settings.rag_collections,
  rag_top_k: settings.rag_top_k,
})
