import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { readDatabaseClock } from '../../../platform/db/database-clock.ts'
import { type AppError, isAppError, isUnavailable, messageOf } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { createLeasedWork } from '../../../platform/jobs/leased-work.ts'
import type { Log } from '../../../platform/log.ts'
import { type AssistantInContext, requireAuthor } from '../../assistants/index.ts'
import { userRepository } from '../../users/index.ts'
import { resultRepository } from '../result.repository.ts'
import { askAll, prepareRun, type StartedRun, type WorkDeps } from '../work-through.ts'
import { beginScheduled, resumeScheduled } from './begin-scheduled.ts'
import { type EndDeps, endCompleted, endEarly, postpone, skipRun, switchOff } from './end-scheduled.ts'
import { type ScheduleJob, scheduleRepository } from './schedule.repository.ts'

export interface ScheduleJobDeps extends WorkDeps, EndDeps {
  isPostgres: boolean
  log: Log
  /** The account with its present rights; undefined if it can no longer be used. */
  callerOf(userId: number): Promise<UserCaller | undefined>
}

const AT_ONCE = 2
const LOOK_MS = 10_000
const RENEW_MS = 5000
const MAX_ATTEMPTS = 4

/**
 * Runs the tests that are due. Each schedule is leased from the database, so that one instance runs it; after a kill the
 * next process asks the tests that have no result yet.
 */
export function createScheduleJobs(deps: ScheduleJobDeps) {
  const { db, isPostgres, log } = deps
  const { wake, abandon, stop, noteFailure } = createLeasedWork<ScheduleJob>({
    log,
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    async claim(mayTakeOver) {
      // Until its queued result is written, the database lists a test as not run.
      if (deps.results.waiting > 0) return undefined
      const now = await readDatabaseClock(db, isPostgres)
      if (!(await scheduleRepository.hasDue(db, now))) return undefined
      return scheduleRepository.claim(db, newUuid(), now, { isPostgres, mayTakeOver: mayTakeOver() })
    },
    work,
    failure: 'failed to look for tests that are due',
  })

  async function work(job: ScheduleJob, controller: AbortController): Promise<void> {
    const renewal = setInterval(() => {
      renew(deps, job, controller).catch((error: unknown) => {
        noteFailure(error)
        log.warn({ err: error, assistant: job.id }, 'failed to renew the lease of a test run')
      })
    }, RENEW_MS)
    try {
      await perform(deps, job, controller.signal)
    } catch (error) {
      // The lease expires, and another attempt is made.
      log.error({ err: error, assistant: job.id }, 'scheduled test run failed')
    } finally {
      clearInterval(renewal)
    }
  }

  return {
    wake,
    /** To be called once. */
    async start(): Promise<void> {
      // One SQLite file has one server: runs in progress were left by the previous process.
      if (!isPostgres) await scheduleRepository.releaseAll(db)
      wake()
    },
    abandon,
    stop,
  }
}

/** Also notices a run that was cancelled on another instance. */
async function renew(deps: ScheduleJobDeps, job: ScheduleJob, controller: AbortController): Promise<void> {
  const { db, isPostgres } = deps
  const isMine = await scheduleRepository.renew(db, job, await readDatabaseClock(db, isPostgres))
  if (!isMine) return controller.abort(new Error('another instance took over the job'))
  const { run_id: runId } = (await scheduleRepository.find(db, job.id)) ?? {}
  const run = runId == null ? undefined : await resultRepository.findRun(db, job.id, runId)
  if (run && run.state !== 'running') controller.abort(new Error('cancelled'))
}

async function perform(deps: ScheduleJobDeps, job: ScheduleJob, signal: AbortSignal): Promise<void> {
  const { callerOf, assistants } = deps
  if (job.attempts > MAX_ATTEMPTS) return endEarly(deps, job, say('tests.schedule_interrupted'))
  const caller = job.user_id === null ? undefined : await callerOf(job.user_id)
  // An organization that is suspended may be back soon.
  if (!caller)
    return (await isActive(deps, job))
      ? endEarly(deps, job)
      : switchOff(deps, job, say('tests.schedule_no_account'))
  let row: AssistantInContext
  try {
    requireAuthor(caller)
    row = await assistants.getRow(caller, 'edit', job.id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return switchOff(deps, job, say('tests.schedule_no_access'))
  }
  const started = await begin(deps, job, caller, row, signal)
  if (started) await ask(deps, job, caller, row, started)
}

async function isActive({ db }: ScheduleJobDeps, { user_id: userId }: ScheduleJob): Promise<boolean> {
  return userId !== null && (await userRepository.findAccount(db, userId))?.enabled === 1
}

/** An outage of the database is none: the run continues once the lease has expired. */
const isRefusal = (error: unknown): error is AppError => isAppError(error) && !isUnavailable(error)

/** Undefined if there is nothing to ask. */
async function begin(
  deps: ScheduleJobDeps,
  job: ScheduleJob,
  caller: UserCaller,
  row: AssistantInContext,
  signal: AbortSignal,
): Promise<StartedRun | undefined> {
  const resumed = await resumeScheduled(deps.db, job, caller, row, signal)
  if (resumed === 'over') {
    await endEarly(deps, job)
    return undefined
  }
  if (resumed) return resumed
  try {
    const prepared = await prepareRun(deps, caller, job.id, {})
    return await beginScheduled(deps.db, job, caller, prepared, signal)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // A person is running the tests: theirs end first.
    if (error.code === 'conflict') await postpone(deps, job)
    else await skipRun(deps, job, caller, row, messageOf(error))
    return undefined
  }
}

async function ask(
  deps: ScheduleJobDeps,
  job: ScheduleJob,
  caller: UserCaller,
  row: AssistantInContext,
  started: StartedRun,
): Promise<void> {
  const { db, log } = deps
  const { runId, signal } = started.context
  try {
    await askAll(deps, started)
  } catch (error) {
    if (!signal.aborted) {
      if (isUnavailable(error)) throw error
      if (!isAppError(error)) log.error({ err: error, assistant: job.id }, 'scheduled test run failed')
      return endEarly(deps, job, isAppError(error) ? messageOf(error) : say('tests.schedule_failed'))
    }
  }
  const run = await resultRepository.findRun(db, job.id, runId)
  if (run && run.state !== 'running') return endEarly(deps, job)
  if (signal.aborted) {
    // The server stops: the next process continues. Does nothing if the lease was lost.
    await scheduleRepository.release(db, job, { attempts: job.attempts - 1, updated_at: nowSeconds() })
    return
  }
  if (run) await endCompleted(deps, job, caller, row, run)
}
