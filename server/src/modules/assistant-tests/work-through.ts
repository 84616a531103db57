import { type AssistantSnapshot, type RunTests, say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUser } from '../../platform/db/with-lock.ts'
import { AppError, badRequest, conflict, notFound } from '../../platform/errors.ts'
import { untilAvailable } from '../../platform/jobs/until-available.ts'
import type { AssistantInContext, AssistantService, VersionService } from '../assistants/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { toRun } from './records.ts'
import { resultRepository } from './result.repository.ts'
import { type RunContext, type RunTestDeps, runTest } from './run-test.ts'
import { clearPassed } from './schedule/notices.ts'
import { type TestRow, testRepository } from './test.repository.ts'
import type { TestedDraft } from './tested-answer.ts'

export interface AskDeps extends RunTestDeps {
  db: Db
}

export interface WorkDeps extends AskDeps {
  assistants: Pick<AssistantService, 'getRow'>
  versions: Pick<VersionService, 'get'>
  /** Settings that are not saved, in the stored form. Throws what saving them would throw. */
  checkDraft(caller: UserCaller, draft: TestedDraft): Promise<TestedDraft>
}

/** Tests of one run that are asked at the same time. */
const AT_ONCE = 2
const KEPT_RUNS = 50
/** Drafts are viewed once, and their settings may never be saved. */
const KEPT_DRAFT_RUNS = 10

/** As much as a page can show. */
const MAX_PROMPT = 80_000
const MAX_PROMPTS_OF_RUN = 2_000_000

/** So that the prompts of a run stay within a limit, however many tests it has. */
export const promptLimitOf = (tests: number): number =>
  Math.min(MAX_PROMPT, Math.floor(MAX_PROMPTS_OF_RUN / Math.max(1, tests)))

export interface RunOptions extends Pick<RunContext, 'debugBypass' | 'signal'> {
  changesNothing?: boolean
  /** Started by a schedule. */
  isScheduled?: boolean
}

export interface PreparedRun {
  row: AssistantInContext
  all: TestRow[]
  selected: TestRow[]
  draft: TestedDraft | undefined
  /** The settings are not saved, not even as an earlier version. */
  isUnsaved: boolean
  version: number
  model: string | undefined
}

export async function prepareRun(
  deps: WorkDeps,
  caller: UserCaller,
  assistantId: number,
  order: RunTests,
): Promise<PreparedRun> {
  const { db, assistants } = deps
  const { tests, model, version } = order
  const row = await assistants.getRow(caller, 'edit', assistantId)
  const all = await testRepository.list(db, assistantId)
  const selected = tests ? all.filter(({ id }) => tests.includes(id)) : all
  if (selected.length === 0) throw tests ? notFound('Test') : badRequest(say('tests.none'))
  await requireNoRun(db, assistantId)
  const draft = await otherSettings(deps, caller, row, order)
  const isUnsaved = order.draft != null
  return { row, all, selected, draft, isUnsaved, version: version ?? row.version, model: model ?? undefined }
}

async function requireNoRun(db: Db, assistantId: number): Promise<void> {
  const [last] = await resultRepository.listRuns(db, assistantId, 1)
  if (last && toRun(last, [], nowSeconds()).status === 'running') throw conflict(say('tests.running'))
}

/** Undefined for the assistant as it is saved. */
async function otherSettings(
  { versions, checkDraft }: WorkDeps,
  caller: UserCaller,
  row: AssistantInContext,
  { version, draft }: RunTests,
): Promise<TestedDraft | undefined> {
  if (draft) {
    const { metadata, ...texts } = draft
    const stored = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
    return checkDraft(caller, { ...texts, metadata: stored })
  }
  const isOld = version != null && version !== row.version
  return isOld ? toDraft(await versions.get(caller, row.id, version)) : undefined
}

export interface StartedRun {
  context: RunContext
  selected: readonly TestRow[]
}

/** Within a transaction: of two that start at the same moment, one is refused. */
export async function beginRun(
  tx: Db,
  caller: UserCaller,
  { row, all, selected, draft, isUnsaved, version, model }: PreparedRun,
  { isScheduled = false, changesNothing = false, ...options }: RunOptions,
): Promise<StartedRun> {
  await lockUser(tx, row.owner_id)
  await requireNoRun(tx, row.id)
  const now = nowSeconds()
  const isComplete = selected.length === all.length && !draft && model === undefined && !options.debugBypass
  const runId = await resultRepository.insertRun(tx, {
    assistant_id: row.id,
    state: 'running',
    total: selected.length,
    complete: isComplete ? 1 : 0,
    fingerprint: fingerprintOf(row, all),
    model: model ?? null,
    version,
    created_by: caller.userId,
    created_at: now,
    active_at: now,
    finished_at: null,
    scheduled: isScheduled ? 1 : 0,
    draft: isUnsaved ? 1 : 0,
  })
  const common = { runId, caller, assistantId: row.id, version, model, draft, changesNothing, ...options }
  const snapshot = draft ?? toDraft(row)
  return {
    context: {
      ...common,
      snapshot,
      promptLimit: promptLimitOf(selected.length),
      endsWithoutBudget: isScheduled,
    },
    selected,
  }
}

/** Asks all tests of a run, until it is cancelled or one of them throws. Its results are saved then. */
export async function askAll(deps: AskDeps, { context, selected }: StartedRun): Promise<void> {
  const { db } = deps
  const { runId, signal } = context
  const queue = selected.values()
  let hasThrown = false
  const takeTurns = async () => {
    for (const test of queue) {
      if (hasThrown || signal.aborted) return
      if (!(await untilAvailable(() => resultRepository.keepActive(db, runId, nowSeconds()), signal))) return
      await runTest(deps, context, test).catch((error: unknown) => {
        hasThrown = true
        throw error
      })
    }
  }
  const turns = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns))
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  await untilAvailable(async () => {
    if (deps.results.waiting > 0)
      throw new AppError('unavailable', 'Results are waiting for the database.', { retryAfter: 1 })
  }, signal)
}

export async function removeOlderRuns(db: Db, assistantId: number): Promise<void> {
  await resultRepository.removeOlderRuns(db, assistantId, { draft: 0, keep: KEPT_RUNS })
  await resultRepository.removeOlderRuns(db, assistantId, { draft: 1, keep: KEPT_DRAFT_RUNS })
}

/** Runs all tests of a run, until it is cancelled. */
export async function workThrough(deps: AskDeps, started: StartedRun): Promise<void> {
  const { db } = deps
  const { runId, assistantId, signal } = started.context
  try {
    await askAll(deps, started)
    const state = signal.aborted ? 'cancelled' : 'completed'
    const finish = () => resultRepository.finishRun(db, runId, state, nowSeconds())
    const isOver = await untilAvailable(finish, signal)
    const run = isOver ? await resultRepository.findRun(db, assistantId, runId) : undefined
    if (run?.complete === 1) await clearPassed(db, run)
    await removeOlderRuns(db, assistantId)
  } catch (error) {
    await resultRepository.finishRun(db, runId, 'cancelled', nowSeconds())
    if (!signal.aborted) throw error
  }
}

export const toDraft = (settings: AssistantSnapshot | AssistantInContext): TestedDraft => ({
  system_prompt: settings.system_prompt,
  prompt_template: settings.prompt_template,
  metadata: settings.metadata,
  rag_collections: settings.rag_collections,
  rag_top_k: settings.rag_top_k,
})
