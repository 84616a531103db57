import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import { readDatabaseClock } from '../../../platform/db/database-clock.ts'
import { isUnavailable } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { createLeasedWork } from '../../../platform/jobs/leased-work.ts'
import { untilAvailable } from '../../../platform/jobs/until-available.ts'
import type { ReceivedFile } from '../originals/originals.ts'
import type { PreparedDocument } from '../reading/index-document.ts'
import { isSmall, type Job, jobRepository } from './job.repository.ts'
import { createJobEnds, type JobEndDeps } from './job-ends.ts'
import { createProgressReporter, type Progress } from './progress-reporter.ts'

export interface IngestionDeps extends JobEndDeps {
  isPostgres: boolean
  /** Reads, splits and indexes in reading processes. */
  prepare(job: Job, hooks: { signal: AbortSignal; onProgress(progress: Progress): void }): Promise<Prepared>
  /** Files read at the same time. */
  atOnce?: number
}

/** The result for a document. For a site it includes a snapshot for the next time. */
export type Prepared = { document: PreparedDocument; snapshot?: ReceivedFile } | 'unchanged'

/** A file that was being processed each time the server was killed may be the cause: a container may end as a whole. */
const MAX_KILLS = 10
/** As many small files are processed together as one other file. */
const SMALL_AT_ONCE = 16
/** How often to look for work that other instances added, or whose lease ran out. */
const LOOK_MS = 2000

/**
 * Processes the files in the queue. The state is in the database: after a crash the next process continues, and
 * several processes share the work. Passages, segment and state of a file change in one transaction, so a file is
 * never half indexed or indexed twice.
 */
export function createIngestion(deps: IngestionDeps) {
  const { db, isPostgres, log, prepare, removeOriginal, atOnce = 2 } = deps
  const { claim, claimMore, giveUp } = createClaims(deps)
  const { wake, abandon, stop, noteFailure } = createLeasedWork<Job>({
    log,
    atOnce,
    lookMs: LOOK_MS,
    claim,
    claimMore,
    weightOf: (job) => (isSmall(job) ? 1 / SMALL_AT_ONCE : 1),
    work,
    failure: 'failed to look for documents to process',
  })

  const { endUnchanged, finish, fail } = createJobEnds(deps)
  let isStarted = false

  async function work(job: Job, controller: AbortController): Promise<void> {
    const reporter = createProgressReporter({ ...deps, onError: noteFailure }, job, controller)
    const { signal } = controller
    try {
      const prepared = await prepare(job, { signal, onProgress: reporter.report })
      if (prepared === 'unchanged') await endUnchanged(job)
      else await index(job, prepared, reporter, signal)
    } catch (error) {
      await untilAvailable(() => fail(job, error, signal.aborted), signal).catch((failure: unknown) =>
        log.error({ err: failure, file: job.id }, 'failed to save the result of a job'),
      )
    } finally {
      reporter.stop()
    }
  }

  async function index(
    job: Job,
    { document, snapshot }: Exclude<Prepared, 'unchanged'>,
    reporter: Pick<ReturnType<typeof createProgressReporter>, 'report'>,
    signal: AbortSignal,
  ): Promise<void> {
    let snapshotPath: string | undefined
    try {
      signal.throwIfAborted()
      reporter.report({ stage: 'index', current: 0, total: document.chunks.length })
      snapshotPath = await snapshot?.keep()
      // It creates no file, so it can be repeated.
      await (snapshotPath === undefined
        ? untilAvailable(() => finish(job, document, snapshotPath), signal)
        : finish(job, document, snapshotPath))
    } catch (error) {
      await snapshot?.discard()
      // If the reply to the commit was lost, the row may name it. Files without a row are removed later.
      if (snapshotPath !== undefined && !isUnavailable(error)) await removeOriginal(snapshotPath)
      throw error
    }
  }

  return {
    /** Nothing starts before `start`: it would be mistaken for work left by a previous process. */
    wake(): void {
      if (isStarted) wake()
    },

    /** To be called once. */
    async start(): Promise<void> {
      // One SQLite file has one server: jobs in progress were left by the previous process.
      if (!isPostgres) {
        await giveUp(Number.MAX_SAFE_INTEGER)
        await jobRepository.releaseAll(db)
      }
      isStarted = true
      wake()
    },

    /**
     * Ends the work on a file that was cancelled or deleted here; other instances notice it when they renew the
     * lease.
     */
    abandon,

    /** Returns running jobs, so that the next process can start them again. */
    stop,
  }
}

function createClaims({ db, isPostgres, log }: IngestionDeps) {
  const clock = () => readDatabaseClock(db, isPostgres)
  let gaveUpAt = 0

  async function giveUp(leasedBefore: number): Promise<void> {
    const now = nowSeconds()
    const count = await jobRepository.giveUp(db, {
      attempts: MAX_KILLS,
      leasedBefore,
      now,
      message: say('documents.stopped_server'),
    })
    if (count > 0) log.warn({ files: count }, 'gave up processing files that stopped the server')
  }

  return {
    giveUp,

    async claim(mayTakeOver: () => boolean): Promise<Job | undefined> {
      if (!(await jobRepository.hasUnfinished(db))) return undefined
      const now = await clock()
      const takesOver = mayTakeOver()
      // Once per second is enough, even while many small files are claimed.
      if (isPostgres && takesOver && now !== gaveUpAt) {
        gaveUpAt = now
        await giveUp(now)
      }
      return jobRepository.claim(db, newUuid(), now, isPostgres, takesOver)
    },

    async claimMore(job: Job): Promise<Job[]> {
      if (!isSmall(job) || job.attempts > 1) return []
      // It has just been claimed, by the same clock.
      const now = job.started_at ?? (await clock())
      return jobRepository.claimSmall(db, job, now, SMALL_AT_ONCE - 1, isPostgres)
    },
  }
}
