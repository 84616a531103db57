import * as z from 'zod'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAppError, isUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Channel, Notifications } from '../../platform/notifications/notifications.ts'
import { requireOpenForGuests } from '../users/index.ts'

/** To all instances: a link was changed or deleted. */
const linkChanged: Channel<{ id: number }> = {
  name: 'class-link-changed',
  schema: z.object({ id: z.number() }),
}

export interface GuestAnswerDeps {
  db: Db
  log: Log
  notifications: Pick<Notifications, 'publish' | 'subscribe'>
}

const RETRY_MS = 1000

type Cancel = (reason: Error) => void

/** Answers to guests on this instance. They end when their link is turned off. */
export function createGuestAnswers({ db, log, notifications }: GuestAnswerDeps) {
  const running = new Map<number, Set<Cancel>>()

  async function check(linkId: number): Promise<void> {
    if (!running.has(linkId)) return
    try {
      await requireOpenForGuests(db, linkId)
    } catch (error) {
      if (!isAppError(error) || isUnavailable(error)) throw error
      for (const cancel of running.get(linkId) ?? []) cancel(error)
    }
  }
  const checkSoon = (linkId: number): void => {
    check(linkId).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to check a class link')
      // Without an answer from the database, the link counts as open.
      if (isUnavailable(error)) setTimeout(() => checkSoon(linkId), RETRY_MS).unref()
    })
  }

  notifications.subscribe(linkChanged, {
    receive: ({ id }) => checkSoon(id),
    lookAgain() {
      for (const id of running.keys()) checkSoon(id)
    },
  })

  return {
    tellOfChange: (linkId: number): Promise<void> => notifications.publish(linkChanged, { id: linkId }),

    /** Calls `cancel` if the link of this guest is turned off. Returns a function that stops watching. */
    watch(caller: Caller, cancel: Cancel): () => void {
      const linkId = caller.kind === 'user' ? caller.guestOfLink : undefined
      if (linkId === undefined) return () => undefined
      const ofLink = running.get(linkId) ?? new Set()
      running.set(linkId, ofLink.add(cancel))
      // It may have been turned off since the request was checked.
      checkSoon(linkId)
      return () => {
        ofLink.delete(cancel)
        if (ofLink.size === 0) running.delete(linkId)
      }
    },
  }
}

export type GuestAnswers = ReturnType<typeof createGuestAnswers>
