import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../platform/log.ts'

export interface WorkQueueDeps<T> {
  name: string
  log: Log
  /** What is due, in the database. */
  listDue(limit: number): Promise<T[]>
  /** What must be done one after the other. Other groups don't wait, such as for an LMS that does not answer. */
  groupOf(due: T): unknown
  /** Claims one and does it. Must not throw for faults of others. */
  attempt(due: T): Promise<void>
}

const BATCH = 10
const LOOK_MS = 30_000
const STOP_MS = 5000

/** Does what is due in the database. Any instance may do it; claims decide which one does. */
export function createWorkQueue<T>({ name, log, listDue, groupOf, attempt }: WorkQueueDeps<T>) {
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
      const due = await listDue(BATCH)
      await Promise.all(toGroups(due, groupOf).map(workOff))
      if (isStopping || (due.length < BATCH && !isRequested)) return
    }
  }

  /** Returns immediately. */
  function workSoon(): void {
    if (isStopping) return
    isRequested = true
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error, queue: name }, 'failed to work through a queue'))
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
      timer = setInterval(workSoon, LOOK_MS).unref()
    },
    /** Work in progress gets a few seconds; the rest continues after the next start. */
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(timer)
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

export type WorkQueue = ReturnType<typeof createWorkQueue>

function toGroups<T>(all: readonly T[], groupOf: (one: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>()
  for (const item of all) {
    const key = groupOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}
