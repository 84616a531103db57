import { isUnavailable } from '../errors.ts'

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
