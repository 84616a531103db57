import * as z from 'zod'
import { waitForMessage } from '../../../platform/instances/wait-for-message.ts'
import type { Channel, Notifications } from '../../../platform/notifications/notifications.ts'

/** Changes come in groups, such as the documents of a course: the first is checked almost at once, the others together. */
const GATHER_MS = 10
const PAUSE_MS = 40
/** Pauses are this many times as long as the last check, so that many streams and many changes can't keep an instance busy. */
const PAUSE_PER_CHECK = 4
const MAX_PAUSE_MS = 1000

/** Tells streams that something may have changed. Each stream calls the result once, and then waits, checks, waits, … */
export function createChanges(notifications: Pick<Notifications, 'subscribe'>) {
  const waiting = new Set<() => void>()
  let version = 0
  const tell = () => {
    version++
    for (const go of waiting) go()
  }
  notifications.subscribe(dataChanged, { receive: tell, lookAgain: tell })

  return () => {
    let checkedAt: number | undefined
    let seen = version
    /** Waits for a change since the last check began, but not longer than `limitMs` or the signal. */
    return async function wait(limitMs: number, over: AbortSignal): Promise<void> {
      const startedAt = performance.now()
      const resting = checkedAt === undefined ? 0 : startedAt + pauseAfter(startedAt - checkedAt)
      let go: () => void = () => undefined
      const changed = new Promise<void>((resolve) => {
        go = resolve
      })
      waiting.add(go)
      if (version === seen) await waitForMessage(changed, limitMs, over)
      waiting.delete(go)
      if (version !== seen) {
        const rest = Math.max(GATHER_MS, resting - performance.now())
        await waitForMessage(new Promise(() => undefined), rest, over)
      }
      checkedAt = performance.now()
      seen = version
    }
  }
}

const pauseAfter = (checkMs: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_PER_CHECK * checkMs))

/** Sent by PostgreSQL itself when assistants, their publication or sharing, or knowledge bases change. SQLite does not send it. */
export const dataChanged: Channel<{ table: string }> = {
  name: 'data-changed',
  schema: z.object({ table: z.string() }),
}
