import * as z from 'zod'
import type { Db } from '../db/db.ts'
import { newUuid } from '../ids.ts'
import type { Channel, Notifications } from '../notifications/notifications.ts'
import { instanceRepository } from './instance.repository.ts'
import { DEAD_MS, type Instances } from './instances.ts'
import { waitForMessage } from './wait-for-message.ts'

/** Something that one request at a time may do, on whichever instance. */
export interface Locks {
  /** Waits for at most `waitMs`. Returns a function that releases the lock; undefined if it is still taken. */
  take(name: string, waitMs: number): Promise<(() => void) | undefined>
}

const released: Channel<{ name: string }> = {
  name: 'lock-released',
  schema: z.object({ name: z.string() }),
}
/** A lock whose instance was killed is released without a message. */
const LOOK_MS = 1000
const RETRY_MS = 2000

export function createLocalLocks(): Locks {
  const heldUntil = new Map<string, Promise<void>>()
  return {
    async take(name, waitMs) {
      const before = heldUntil.get(name)
      if (before) await waitForMessage(before, waitMs)
      if (heldUntil.has(name)) return undefined
      let tell: () => void = () => undefined
      const over = new Promise<void>((resolve) => {
        tell = resolve
      })
      heldUntil.set(name, over)
      return () => {
        if (heldUntil.get(name) === over) heldUntil.delete(name)
        tell()
      }
    },
  }
}

export interface SharedLocksDeps {
  db: Db
  instances: Pick<Instances, 'id'>
  notifications: Pick<Notifications, 'hint' | 'subscribe'>
}

/** A row holds the lock; the heartbeat of its instance keeps it. */
export function createSharedLocks({ db, instances, notifications }: SharedLocksDeps): Locks {
  /** A lock that can’t be released would stay for as long as this instance lives. */
  async function release(name: string, token: string): Promise<void> {
    try {
      await instanceRepository.releaseLock(db, name, token)
      notifications.hint(released, { name })
    } catch {
      setTimeout(() => void release(name, token), RETRY_MS).unref()
    }
  }

  return {
    async take(name, waitMs) {
      const token = newUuid()
      const deadline = performance.now() + waitMs
      let tell: () => void = () => undefined
      const receive = (message: { name: string }) => {
        if (message.name === name) tell()
      }
      const leave = notifications.subscribe(released, { receive, lookAgain: () => tell() })
      try {
        for (;;) {
          const notified = new Promise<void>((resolve) => {
            tell = resolve
          })
          if (await instanceRepository.takeLock(db, name, instances.id, token, DEAD_MS))
            return () => void release(name, token)
          const left = deadline - performance.now()
          if (left <= 0) return undefined
          await waitForMessage(notified, Math.min(left, LOOK_MS))
        }
      } catch (error) {
        // The lock may have been taken although the reply was lost.
        void release(name, token)
        throw error
      } finally {
        leave()
      }
    },
  }
}
