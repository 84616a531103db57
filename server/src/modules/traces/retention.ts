import type { Db } from '../../platform/db/db.ts'
import { organizationRepository, parseConfig } from '../organizations/index.ts'
import { traceRepository } from './trace.repository.ts'
import { firstIdAt } from './trace.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface RetentionDeps {
  db: Db
  /** For organizations without their own setting. */
  defaultDays: number
  onError(error: unknown): void
  /** Rows per batch, so that other writers can run in between. Only tests pass another value. */
  batchSize?: number
}

/** Deletes traces that are older than their organization's retention period: at startup and every hour. */
export function createTraceRetention({ db, defaultDays, onError, batchSize = 500 }: RetentionDeps) {
  let isStopped = false

  async function removeOld(now: number = Date.now()): Promise<number> {
    let removed = 0
    for (const organization of await organizationRepository.list(db)) {
      const days = parseConfig(organization.config).trace_days ?? defaultDays
      // With a retention of zero days, a trace is deleted as soon as it was written.
      const until = firstIdAt(days === 0 ? now + 1 : now - days * DAY_MS)
      for (let gone = batchSize; gone === batchSize && !isStopped; removed += gone)
        gone = await traceRepository.removeBefore(db, organization.id, until, batchSize)
    }
    return removed
  }

  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = running.then(() => (isStopped ? 0 : removeOld())).catch(onError)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    removeOld,
    start(): void {
      run()
      timer = setInterval(run, HOUR_MS).unref()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
