import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@bellwether/wire'
import { conflict } from '../../../platform/errors.ts'

/** Whoever has just stopped an answer may ask again at once: what was said is kept first. */
const WAIT_MS = 5000

/** One answer at a time in a dialog: two would be mixed up in its history. */
export function createTurnGate(waitMs = WAIT_MS) {
  const running = new Map<string, Promise<void>>()
  return async function authenticateAgent(dialogId: string): Promise<() => void> {
    const before = running.get(dialogId)
    if (before) await Promise.race([before, delay(waitMs, undefined, { ref: false })])
    if (running.has(dialogId)) throw conflict(say('agents.busy'))
    let leave: () => void = () => undefined
    const over = new Promise<void>((resolve) => {
      leave = resolve
    })
    running.set(dialogId, over)
    return () => {
      if (running.get(dialogId) === over) running.delete(dialogId)
      leave()
    }
  }
}
