import { setTimeout as pause } from 'node:timers/promises'
import { isAppError } from '../errors.ts'

const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 5000
/** After this the work fails like after any other error. */
const LIMIT_MS = 30 * 60_000

/**
 * Repeats work that failed because the database or the storage was unavailable, until it succeeds, fails for another
 * reason, the signal aborts or half an hour has passed. For jobs that no one waits for: what they have done so far is
 * not repeated.
 */
export async function untilAvailable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const started = performance.now()
  for (let delay = MIN_DELAY_MS; ; delay = Math.min(MAX_DELAY_MS, delay * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || performance.now() - started >= LIMIT_MS) throw error
      // The signal's own reason tells the caller more.
      await pause(delay, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted())
    }
  }
}

/**
 * An error without a time to try again does not pass by itself, such as a key that can't be decrypted. A provider's
 * outage may last, and asking it again may cost something.
 */
const isOutage = (error: unknown): boolean =>
  isAppError(error) &&
  error.code === 'unavailable' &&
  error.details.retryAfter !== undefined &&
  error.details.fromProvider !== true
