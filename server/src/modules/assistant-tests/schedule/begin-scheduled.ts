import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AssistantInContext } from '../../assistants/index.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { resultRepository } from '../result.repository.ts'
import { testRepository } from '../test.repository.ts'
import { beginRun, type PreparedRun, promptLimitOf, type StartedRun, toDraft } from '../work-through.ts'
import { type ScheduleJob, scheduleRepository } from './schedule.repository.ts'

/** Written in one transaction with the schedule, so that a run left by a killed process is always resumed. */
export const beginScheduled = (
  db: Db,
  job: ScheduleJob,
  caller: UserCaller,
  prepared: PreparedRun,
  signal: AbortSignal,
): Promise<StartedRun> =>
  db.transaction().execute(async (tx) => {
    const started = await beginRun(tx, caller, prepared, { debugBypass: false, signal, isScheduled: true })
    if (!(await scheduleRepository.setRun(tx, job, started.context.runId)))
      throw new Error('another instance took over the schedule')
    return started
  })

/** The run that a killed process left: its tests without a result. `over`: it was cancelled in the meantime. */
export async function resumeScheduled(
  db: Db,
  job: ScheduleJob,
  caller: UserCaller,
  row: AssistantInContext,
  signal: AbortSignal,
): Promise<StartedRun | 'over' | undefined> {
  if (job.run_id === null) return undefined
  const run = await resultRepository.findRun(db, job.id, job.run_id)
  if (run?.state !== 'running') return 'over'
  const tests = await testRepository.list(db, job.id)
  if (run.fingerprint !== fingerprintOf(row, tests)) {
    // Otherwise half of the results would belong to another version of the assistant.
    await resultRepository.finishRun(db, run.id, 'cancelled', nowSeconds())
    return undefined
  }
  const answered = new Set((await resultRepository.listHeads(db, [run.id])).map(({ test_id }) => test_id))
  return {
    selected: tests.filter(({ id }) => !answered.has(id)),
    context: {
      runId: run.id,
      caller,
      assistantId: job.id,
      version: run.version,
      model: undefined,
      draft: undefined,
      snapshot: toDraft(row),
      debugBypass: false,
      changesNothing: false,
      promptLimit: promptLimitOf(run.total),
      endsWithoutBudget: true,
      signal,
    },
  }
}
