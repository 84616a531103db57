import { setTimeout as wait } from 'node:timers/promises'
import { isAppError } from '../../platform/errors.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'

const CALL_MS = 60_000
const RETRIES = 2
const FIRST_WAIT_MS = 1000
/** If the provider asks for a longer wait than this, the call fails and the caller decides. */
const MAX_WAIT_MS = 20_000

/** Retries temporary failures after a wait that doubles each time or that the provider sets. */
export async function retryCall<T>(
  call: (limit: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  firstWaitMs = FIRST_WAIT_MS,
  callMs = CALL_MS,
): Promise<T> {
  for (let turn = 0; ; turn++) {
    const limit = limitTime(signal, callMs, () => toTimeout(callMs))
    try {
      return await call(limit.signal)
    } catch (error) {
      signal.throwIfAborted()
      const { retryable, retryAfter } = isAppError(error) ? error.details : {}
      const pause = retryAfter === undefined ? firstWaitMs * 2 ** turn : retryAfter * 1000
      const isLate = isAppError(error) && error.code === 'provider_timeout'
      if (!retryable || isLate || turn >= RETRIES || pause > MAX_WAIT_MS) throw error
      await wait(pause, undefined, { signal })
    } finally {
      limit.clear()
    }
  }
}
