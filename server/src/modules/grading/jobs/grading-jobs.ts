import { type RubricEvaluation, say } from '@bellwether/wire'
import { isOrganizationAdmin, type UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { readDatabaseClock } from '../../../platform/db/database-clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outbox, OutboxWriter } from '../../../platform/db/outbox/outbox.ts'
import { AppError, isAppError, messageOf, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { createLeasedWork } from '../../../platform/jobs/leased-work.ts'
import { untilAvailable } from '../../../platform/jobs/until-available.ts'
import type { Log } from '../../../platform/log.ts'
import type { ReadableRubric } from '../../rubrics/index.ts'
import { type GradingRow, gradingRepository } from '../grading.repository.ts'
import { isAtLimit, toStoredError } from '../records.ts'
import { readCopy } from '../rubric-copy.ts'
import { type WorkJob, workRepository } from '../work.repository.ts'

export interface GradingJobDeps {
  db: Db
  isPostgres: boolean
  /** Keeps grades and costs while the database is unavailable, so that no work is graded and paid again. */
  outbox: Pick<Outbox, 'writer'>
  log: Log
  /** The account with its present rights; undefined if it can't be used any more. */
  callerOf(userId: number): Promise<UserCaller | undefined>
  gradeWork: GradeWork
}

export type GradeWork = (order: {
  caller: UserCaller
  grading: GradingRow
  rubric: ReadableRubric
  text: string
  signal: AbortSignal
  /** Called with the cost of each model call, in millionths. */
  onSpent(cost: number): Promise<void>
  /** False: the limit is reached, no further call. */
  maySpendMore(): Promise<boolean>
}) => Promise<RubricEvaluation>

const AT_ONCE = 2
const LOOK_MS = 2000
const RENEW_MS = 5000
const MAX_ATTEMPTS = 4
/** Seconds, doubled with each attempt. */
const FIRST_WAIT = 5

/**
 * Grades the works in the queue. The queue is in the database: after a kill the next process continues, and several
 * processes share the work.
 */
export function createGradingJobs(deps: GradingJobDeps) {
  const { db, isPostgres, log } = deps
  const writers = createWriters(deps)
  const { wake, abandon, stop, noteFailure } = createLeasedWork<WorkJob>({
    log,
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    async claim(mayTakeOver) {
      // Until queued grades and costs are written, the database lists the works as ungraded and the costs as lower.
      if (writers.grades.waiting + writers.costs.waiting > 0) return undefined
      if (!(await workRepository.hasUnfinished(db))) return undefined
      const now = await readDatabaseClock(db, isPostgres)
      const options = { isPostgres, mayTakeOver: mayTakeOver() }
      await workRepository.stopAtLimit(db, now, options.mayTakeOver)
      return workRepository.claim(db, newUuid(), now, options)
    },
    work,
    failure: 'failed to look for works to grade',
  })
  let isStarted = false

  async function work(job: WorkJob, controller: AbortController): Promise<void> {
    const { signal } = controller
    const renewal = setInterval(() => void renew(job, controller), RENEW_MS)
    try {
      const evaluation = await grade(deps, writers, job, signal)
      await writers.grades.write({
        work: job.id,
        run: job.run,
        evaluation: JSON.stringify(evaluation),
        at: nowSeconds(),
      })
    } catch (error) {
      await untilAvailable(() => endFailed(deps, job, error, signal.aborted), signal).catch(
        (again: unknown) =>
          log.error({ err: again, work: job.id }, 'failed to save that a work was not graded'),
      )
    } finally {
      clearInterval(renewal)
    }
  }

  async function renew(job: WorkJob, controller: AbortController): Promise<void> {
    try {
      const isMine = await workRepository.renew(db, job, await readDatabaseClock(db, isPostgres))
      if (!isMine) controller.abort(new Error('another instance took over the job'))
    } catch (error) {
      noteFailure(error)
      log.warn({ err: error, work: job.id }, 'failed to renew the lease of a work')
    }
  }

  return {
    /** Nothing starts before `start`: it would be mistaken for work left by a previous process. */
    wake(): void {
      if (isStarted) wake()
    },

    /** To be called once. */
    async start(): Promise<void> {
      // One SQLite file has one server: works in progress were left by the previous process.
      if (!isPostgres) await workRepository.releaseAll(db)
      isStarted = true
      wake()
    },

    /** Ends the work that was cancelled or deleted here; other instances notice it when they renew the lease. */
    abandon,
    stop,
  }
}

export type GradingJobs = ReturnType<typeof createGradingJobs>

interface Writers {
  /** Without `run` if it was queued by an earlier version. */
  grades: OutboxWriter<{ work: number; run?: number; evaluation: string; at: number }>
  costs: OutboxWriter<{ grading: number; cost: number }>
}

const createWriters = ({ outbox }: GradingJobDeps): Writers => ({
  grades: outbox.writer('grades', (tx, { work, run = 0, evaluation, at }) =>
    workRepository.saveGrade(tx, { id: work, run }, evaluation, at),
  ),
  costs: outbox.writer('grading-costs', (tx, { grading, cost }) =>
    gradingRepository.addSpent(tx, grading, cost),
  ),
})

async function grade(
  { db, callerOf, gradeWork }: GradingJobDeps,
  { costs }: Writers,
  job: WorkJob,
  signal: AbortSignal,
): Promise<RubricEvaluation> {
  if (job.attempts > MAX_ATTEMPTS) throw new AppError('internal', say('grading.interrupted'))
  const grading = await workRepository.gradingOf(db, job)
  if (!grading) throw notFound('Grading')
  const caller = await callerOf(grading.owner_id)
  if (!caller) throw new AppError('forbidden', say('grading.account_unavailable'))
  const rubric = readCopy(grading.rubric)
  const evaluation = await gradeWork({
    caller,
    grading,
    rubric,
    text: job.text,
    signal,
    onSpent: (cost) => costs.write({ grading: grading.id, cost }),
    async maySpendMore() {
      const now = await untilAvailable(async () => {
        if (costs.waiting > 0)
          throw new AppError('unavailable', 'Costs are waiting for the database.', { retryAfter: 1 })
        return workRepository.gradingOf(db, job)
      }, signal)
      return now !== undefined && !isAtLimit(now)
    },
  })
  if (evaluation.criteria.every(({ status }) => status === 'missing'))
    throw new AppError('provider_failed', say('grading.no_usable_answer'))
  return evaluation
}

async function endFailed(
  deps: GradingJobDeps,
  job: WorkJob,
  error: unknown,
  isAborted: boolean,
): Promise<void> {
  const { db, isPostgres, log } = deps
  const now = await readDatabaseClock(db, isPostgres)
  if (isAborted) {
    // Cancelled or deleted works are no longer ours; only one that this process releases is still in progress.
    await workRepository.end(db, job, { state: 'waiting', attempts: job.attempts - 1, updated_at: now })
    return
  }
  if (!isAppError(error)) log.error({ err: error, work: job.id }, 'failed to grade a work')
  const stored = toStoredError(await messageFor(deps, job, error))
  if (isPassing(error) && job.attempts < MAX_ATTEMPTS) {
    const runAfter = now + FIRST_WAIT * 2 ** (job.attempts - 1)
    await workRepository.end(db, job, {
      state: 'waiting',
      run_after: runAfter,
      error: stored,
      updated_at: now,
    })
    return
  }
  await workRepository.end(db, job, { state: 'failed', error: stored, updated_at: now })
  if (isAppError(error) && error.code === 'quota_exceeded')
    await workRepository.failWaiting(db, job.grading_id, stored, now)
}

/** Messages of a provider may name its host: only admins see them, as in responses. */
async function messageFor({ db, callerOf, log }: GradingJobDeps, job: WorkJob, error: unknown) {
  if (!isAppError(error)) return say('grading.unexpected')
  if (!error.details.fromProvider || error.details.isForReader) return messageOf(error)
  const grading = await workRepository.gradingOf(db, job)
  const caller = grading && (await callerOf(grading.owner_id))
  if (caller && (caller.systemAdmin || isOrganizationAdmin(caller))) return messageOf(error)
  log.warn({ code: error.code, status: error.details.providerStatus, work: job.id }, 'provider failed')
  return say('grading.provider_failed')
}

/** The same call may succeed a little later. */
const isPassing = (error: unknown): boolean =>
  isAppError(error) &&
  (['provider_timeout', 'unavailable', 'too_many_requests'].includes(error.code) ||
    (error.code === 'provider_failed' && error.details.retryable === true))
