import type { Log } from '../log.ts'
import type { Notifications } from './notifications.ts'
import { createSubscribers } from './subscribers.ts'

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
