import { setTimeout as pause } from 'node:timers/promises'
import { isAppError } from '../errors.ts'

const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 5000

/**
 * Repeats work that failed because the database or the storage was unavailable, until it succeeds, fails for another
 * reason or the signal aborts. For jobs that no one waits for: what they have done so far is not repeated.
 */
export async function untilAvailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let delay = MIN_DELAY_MS; ; delay = Math.min(MAX_DELAY_MS, delay * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) throw error
      // The signal's own reason tells the caller more.
      await pause(delay, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted())
    }
  }
}

/** A provider's outage may last, and asking it again may cost something. */
const isOutage = (error: unknown): boolean =>
  isAppError(error) && error.code === 'unavailable' && error.details.fromProvider !== true
