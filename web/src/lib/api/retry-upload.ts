import { ApiError } from './api-error.ts'
import { api } from './client.ts'

/** Two minutes in total: a server that is restarted is back by then. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/**
 * Sends once more what was cut off, when the server responds again: a short interruption must not fail each file of a
 * folder. Only for uploads that may arrive twice.
 */
export async function retryUpload<T>(
  send: () => Promise<T>,
  signal: AbortSignal | undefined,
  isBack: () => Promise<boolean> = () => untilReachable(signal),
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    // A file that was deleted or can't be opened fails like this, too: therefore only once.
    if (!(error instanceof ApiError) || !error.isUnreachable || !(await isBack())) throw error
    return send()
  }
}

async function untilReachable(signal: AbortSignal | undefined): Promise<boolean> {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    signal?.throwIfAborted()
    if (await api.get('/health', { signal }).then(() => true, isAnswer)) return true
  }
  return false
}

const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && !error.isUnreachable && error.status < 500
