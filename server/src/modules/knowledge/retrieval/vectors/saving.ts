import { MAX_TEXTS } from './embed-passages.ts'

const MAX_MS = 30_000

/**
 * Decides when the vectors so far are saved, so that a crash does not lose them. All of them are written each time,
 * so for a long document only after a tenth is new or half a minute has passed.
 */
export function createSaving(passages: number, minCalls: number, startedAt = Date.now()) {
  const calls = Math.max(minCalls, Math.ceil(passages / MAX_TEXTS / 10))
  let unsaved = 0
  let savedAt = startedAt
  return {
    /** Call it after each provider call. */
    isDue(now: number): boolean {
      unsaved += 1
      if (unsaved < minCalls || (unsaved < calls && now - savedAt < MAX_MS)) return false
      unsaved = 0
      savedAt = now
      return true
    },
  }
}
