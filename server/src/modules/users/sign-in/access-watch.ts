import { say } from '@bellwether/wire'
import * as z from 'zod'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { forbidden, isAppError, isUnavailable, unauthenticated } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Channel, Notifications } from '../../../platform/notifications/notifications.ts'
import { requireOpenForGuests } from '../guests/guest-link.ts'
import { userRepository } from '../user.repository.ts'

/** To all instances: these people may have lost their access. */
const accessChanged = {
  name: 'access-changed',
  schema: z.object({
    user: z.number().optional(),
    link: z.number().optional(),
    organization: z.number().optional(),
  }),
} satisfies Channel<object>

type People = z.infer<typeof accessChanged.schema>

export interface AccessWatchDeps {
  db: Db
  log: Log
  notifications: Pick<Notifications, 'publish' | 'subscribe'>
}

const RETRY_MS = 1000

interface Watched {
  caller: UserCaller
  cancel: (reason: Error) => void
}

/** Ends answers on this instance when the person who asked may no longer ask. */
export function createAccessWatch({ db, log, notifications }: AccessWatchDeps) {
  const running = new Set<Watched>()

  async function check({ caller, cancel }: Watched): Promise<void> {
    try {
      await requireAccess(db, caller)
    } catch (error) {
      if (!isAppError(error) || isUnavailable(error)) throw error
      cancel(error)
    }
  }
  const checkSoon = (watched: Watched): void => {
    if (!running.has(watched)) return
    check(watched).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to check whether a person still has access')
      // Without an answer from the database, the person counts as allowed.
      if (isUnavailable(error)) setTimeout(() => checkSoon(watched), RETRY_MS).unref()
    })
  }

  notifications.subscribe(accessChanged, {
    receive(people) {
      for (const watched of running) if (isOneOf(watched.caller, people)) checkSoon(watched)
    },
    lookAgain() {
      for (const watched of running) checkSoon(watched)
    },
  })

  return {
    tellOfChange: (people: People): Promise<void> => notifications.publish(accessChanged, people),

    /** Calls `cancel` if the caller loses access. Returns a function that stops watching. */
    watch(caller: Caller, cancel: (reason: Error) => void): () => void {
      if (caller.kind !== 'user') return () => undefined
      const watched = { caller, cancel }
      running.add(watched)
      // It may have been lost since the request was checked.
      checkSoon(watched)
      return () => void running.delete(watched)
    },
  }
}

export type AccessWatch = ReturnType<typeof createAccessWatch>

const isOneOf = ({ userId, guestOfLink, organizationId }: UserCaller, people: People): boolean =>
  userId === people.user || organizationId === people.organization || (guestOfLink ?? null) === people.link

/** A guest whose chats an account has kept is gone, but the answer goes on there: what counts is the link. */
async function requireAccess(db: Db, { userId, guestOfLink }: UserCaller): Promise<void> {
  if (guestOfLink !== undefined) {
    await requireOpenForGuests(db, guestOfLink)
    return
  }
  const user = await userRepository.findById(db, userId)
  if (user?.enabled !== 1) throw unauthenticated()
  requireActiveOrganization(user)
}

/** System admins may still act in a suspended organization. */
export function requireActiveOrganization(user: { role: string; organization_status: string }): void {
  if (user.organization_status === 'suspended' && user.role !== 'admin')
    throw forbidden(say('users.organization_suspended'))
}
