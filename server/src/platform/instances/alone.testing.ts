import { pino } from 'pino'
import { createLocalNotifications } from './coordination.ts'
import { createLocalInstances } from './instances.ts'
import { createLocalLocks } from './locks.ts'

/** For tests of services in one process. */
export function createAlone() {
  const log = pino({ level: 'silent' })
  return {
    log,
    notifications: createLocalNotifications(log),
    instances: createLocalInstances('only'),
    locks: createLocalLocks(),
  }
}
