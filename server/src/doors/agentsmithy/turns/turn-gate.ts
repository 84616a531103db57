import { say } from '@bellwether/wire'
import { conflict } from '../../../platform/errors.ts'
import type { Locks } from '../../../platform/instances/locks.ts'

/** A person who has just stopped an answer can ask again at once: what was said is saved first. */
const WAIT_MS = 5000

/** One answer at a time in a dialog, on whichever instance: two would be mixed up in its history. */
export const createTurnGate =
  (locks: Locks, waitMs = WAIT_MS) =>
  async (dialogId: string): Promise<() => void> => {
    const leave = await locks.take(`dialog ${dialogId}`, waitMs)
    if (!leave) throw conflict(say('agents.busy'))
    return leave
  }
