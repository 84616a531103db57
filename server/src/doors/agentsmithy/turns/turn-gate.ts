import { say } from '@bellwether/wire'
import { conflict } from '../../../platform/errors.ts'
import type { Locks } from '../../../platform/instances/locks.ts'

/** A person who has stopped an answer can ask again immediately: the text so far is saved first. */
const WAIT_MS = 5000

/** One answer at a time per dialog, across all instances: two would be mixed up in its history. */
export const createTurnGate =
  (locks: Locks, waitMs = WAIT_MS) =>
  async (dialogId: string): Promise<() => void> => {
    const leave = await locks.take(`dialog ${dialogId}`, waitMs)
    if (!leave) throw conflict(say('agents.busy'))
    return leave
  }
