import type { Log } from '../log.ts'
import { settlesWithin } from '../time-limit.ts'

/** Never throws. */
export type RemoveSoon = (remove: () => Promise<void>) => Promise<void>

const WAIT_MS = 5000

/**
 * Removes the files of something that was deleted. That is saved already, so it succeeds even if the storage fails or takes long: housekeeping
 * removes what is left.
 */
export const createRemoveSoon =
  (log: Pick<Log, 'warn'>, waitMs = WAIT_MS): RemoveSoon =>
  async (remove) => {
    const removing = remove().catch((error: unknown) =>
      log.warn({ err: error }, 'failed to remove files from the storage; trying again later'),
    )
    await settlesWithin(removing, waitMs)
  }
