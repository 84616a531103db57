import { MAX_TEXTS } from './embed-passages.ts'

const MAX_MS = 30_000

/**
 * When what was embedded of a document is written down, so that a kill does not lose it. All of it is written each time: of a long one
 * not before a tenth is new, or half a minute has passed.
 */
export function createSaving(passages: number, leastCalls: number, startedAt = Date.now()) {
  const calls = Math.max(leastCalls, Math.ceil(passages / MAX_TEXTS / 10))
  let unsaved = 0
  let savedAt = startedAt
  return {
    /** To be asked after each call of the provider. */
    isDue(now: number): boolean {
      unsaved += 1
      if (unsaved < leastCalls || (unsaved < calls && now - savedAt < MAX_MS)) return false
      unsaved = 0
      savedAt = now
      return true
    },
  }
}
