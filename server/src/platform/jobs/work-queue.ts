import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { createOutageGrace } from './leased-work.ts'

export interface WorkQueueDeps<T> {
  name: string
  log: Log
  /** How often to look for work that other instances added, or that is to be tried again. */
  lookMs: number
  /**
   * What is due, in the database. `mayRetry`: also what an instance has begun. False for a while after an outage of the
   * database, in which no one could save a result.
   */
  listDue(limit: number, mayRetry: boolean): Promise<T[]>
  /** What must be done one after the other. Other groups don't wait, such as for an LMS that does not answer. */
  groupOf(due: T): unknown
  /** Claims one and does it. Must not throw for faults of others. */
  attempt(due: T): Promise<void>
}

const BATCH = 10
const STOP_MS = 5000
const FIRST_DELAY_SECONDS = 30
const MAX_DELAY_SECONDS = 1800

/** Until the next attempt. Doubles with every attempt. Pure. */
export const delayAfter = (attempts: number): number =>
  Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** Math.max(0, attempts - 1))

/** Does what is due in the database. Any instance may do it; claims decide which one does. */
export function createWorkQueue<T>({ name, log, lookMs, listDue, groupOf, attempt }: WorkQueueDeps<T>) {
  const grace = createOutageGrace()
  let isStopping = false
  let isRequested = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function workOff(group: readonly T[]): Promise<void> {
    for (const item of group) if (!isStopping) await attempt(item)
  }

  async function work(): Promise<void> {
    for (;;) {
      isRequested = false
      const started = performance.now()
      const mayRetry = grace.isOver()
      const due = await listDue(BATCH, mayRetry)
      grace.noteResponse(started)
      // The database was away during the query, so what it listed may be done already.
      if (mayRetry && !grace.isOver()) continue
      await Promise.all(toGroups(due, groupOf).map(workOff))
      if (isStopping || (due.length < BATCH && !isRequested)) return
    }
  }

  /** Returns immediately. */
  function workSoon(): void {
    if (isStopping) return
    isRequested = true
    running ??= work()
      .catch((error: unknown) => {
        grace.noteFailure(error)
        log.warn({ err: error, queue: name }, 'failed to work through a queue')
      })
      .finally(() => {
        running = undefined
        if (isRequested) workSoon()
      })
  }

  return {
    workSoon,
    /** Resolves when nothing is due any more. */
    async idle(): Promise<void> {
      while (running) await running
    },
    start(): void {
      workSoon()
      timer = setInterval(workSoon, lookMs).unref()
    },
    /** Work in progress gets a few seconds; the rest continues after the next start. */
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(timer)
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

function toGroups<T>(all: readonly T[], groupOf: (job: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>()
  for (const item of all) {
    const key = groupOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}
