import { isUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'

export interface LeasedWorkDeps<Job extends { id: number }> {
  log: Log
  /** Jobs done at the same time. */
  atOnce: number
  /** How often to look for work that other instances added, or whose lease ran out. */
  lookMs: number
  /**
   * Takes the next job, with a lease in the database. `mayTakeOver`: also one whose lease has expired. False for a
   * while after an outage of the database, in which no one could renew a lease. To be called after the database has
   * told the time.
   */
  claim(mayTakeOver: () => boolean): Promise<Job | undefined>
  /** Further jobs to take with this one, if each is little work. */
  claimMore?(job: Job): Promise<readonly Job[]>
  /** How much of `atOnce` a job takes; 1 by default. */
  weightOf?(job: Job): number
  /** Must not throw: the result is stored with the job. */
  work(job: Job, controller: AbortController): Promise<void>
  /** The log message if `claim` fails. */
  failure: string
}

/** Runs jobs that are leased from the database, a few at a time. The queue is in the database, so a killed process loses nothing. */
export function createLeasedWork<Job extends { id: number }>(deps: LeasedWorkDeps<Job>) {
  const { log, atOnce, lookMs, claim, claimMore, weightOf = () => 1, work, failure } = deps
  const running = new Map<number, { controller: AbortController; weight: number; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false
  const { noteFailure, noteResponse, isOver } = createOutageGrace()

  function load(): number {
    let load = 0
    for (const { weight } of running.values()) load += weight
    return load
  }

  async function lookOnce(): Promise<void> {
    while (!stopped && load() < atOnce) {
      const started = performance.now()
      const job = await claim(() => {
        noteResponse(started)
        return isOver()
      })
      noteResponse(started)
      if (!job) return
      begin(job)
      for (const more of (await claimMore?.(job)) ?? []) begin(more)
    }
  }

  /** If the job still runs here, its lease was lost: that run has to end first. */
  function begin(job: Job): void {
    const before = running.get(job.id)
    before?.controller.abort(new Error('another instance took over the job'))
    const controller = new AbortController()
    const doing = before ? before.done.then(() => work(job, controller)) : work(job, controller)
    const entry = {
      controller,
      weight: weightOf(job),
      done: doing.finally(() => {
        if (running.get(job.id) === entry) running.delete(job.id)
        wake()
      }),
    }
    running.set(job.id, entry)
  }

  function wake(): void {
    again = true
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    while (again && !stopped) {
      again = false
      await lookOnce().catch((error: unknown) => {
        noteFailure(error)
        log.error({ err: error }, failure)
      })
    }
    if (!stopped) timer = setTimeout(wake, lookMs).unref()
  }

  return {
    /** Looks for new jobs. Never throws. */
    wake,
    isStopped: (): boolean => stopped,
    /** Call this when a lease could not be renewed. */
    noteFailure,

    /** Aborts a job that runs in this process. */
    abandon(id: number): void {
      running.get(id)?.controller.abort(new Error('cancelled'))
    },

    /** Returns running jobs, so that the next process can start them again. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await looking
      for (const { controller } of running.values())
        controller.abort(new Error('the server is shutting down'))
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Time for every instance to renew its leases and to write what it queued meanwhile. */
const GRACE_MS = 15_000
/** If a query takes longer, the database was unavailable or paused: no query fails then, but leases expire. */
const SLOW_MS = 5000

/**
 * For a while after an outage of the database, work that looks abandoned may not be: no one could renew a lease or save
 * a result.
 */
export function createOutageGrace() {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    noteFailure(error: unknown): void {
      if (isUnavailable(error)) failedAt = performance.now()
    },
    /** `since`: when the first query of a series began. To be called when the database has responded. */
    noteResponse(since: number): void {
      if (performance.now() - since >= SLOW_MS) failedAt = performance.now()
    },
    isOver: (): boolean => performance.now() - failedAt >= GRACE_MS,
  }
}
