import type { OpenDatabase } from '../db/open-database.ts'
import { newUuid } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { createPostgresNotifications } from '../notifications/postgres-notifications.ts'
import { createSubscribers } from '../notifications/subscribers.ts'
import { createLocalInstances, createPostgresInstances, type Instances } from './instances.ts'
import { createLocalLocks, createSharedLocks, type Locks } from './locks.ts'

/** Coordination with other processes: with PostgreSQL there may be any number, with SQLite there is only this one. */
export function createCoordination({ db, newClient }: OpenDatabase, log: Log) {
  const id = newUuid()
  if (!newClient)
    return withStart({
      instances: createLocalInstances(id),
      notifications: createLocalNotifications(log),
      locks: createLocalLocks(),
    })
  const { notifications, connection } = createPostgresNotifications({ db, newClient, instance: id, log })
  const instances = createPostgresInstances({ db, id, connection, log })
  return withStart({ instances, notifications, locks: createSharedLocks({ db, instances, notifications }) })
}

interface Parts {
  instances: Instances
  notifications: Notifications
  locks: Locks
}

const withStart = (parts: Parts) => ({
  ...parts,
  /** Before the first request. */
  async join(): Promise<void> {
    await parts.notifications.start()
    await parts.instances.start()
  },
  /** After the last one. */
  async leave(): Promise<void> {
    await parts.instances.stop()
    await parts.notifications.close()
  },
})

export type Coordination = ReturnType<typeof createCoordination>

/** For the only process of an installation (SQLite). */
export function createLocalNotifications(log: Pick<Log, 'error'>): Notifications {
  const subscribers = createSubscribers(log)
  return {
    isShared: false,
    publish: async ({ name }, message) => subscribers.deliver(name, message),
    hint: ({ name }, message) => subscribers.deliver(name, message),
    subscribe: (channel, subscriber) => subscribers.add(channel, subscriber),
    start: async () => undefined,
    close: async () => undefined,
  }
}
