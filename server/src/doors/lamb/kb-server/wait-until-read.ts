import { setTimeout as pause } from 'node:timers/promises'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'

const PAUSE_MS = 200
/** LAMB's clients wait 30 seconds. */
const MAX_WAIT_MS = 15_000

/**
 * LAMB's server responds once texts are indexed, and clients search immediately. Waits until no file of the
 * collection is being processed on any instance; false if that takes too long.
 */
export async function waitUntilRead(
  documents: Pick<Knowledge['documents'], 'countByStatus'>,
  caller: UserCaller,
  collection: number,
  signal: AbortSignal,
): Promise<boolean> {
  const end = Date.now() + MAX_WAIT_MS
  while (!signal.aborted) {
    const counts = await documents.countByStatus(caller, collection)
    if (!counts.get('pending') && !counts.get('processing')) return true
    if (Date.now() >= end) return false
    await pause(PAUSE_MS)
  }
  return false
}
