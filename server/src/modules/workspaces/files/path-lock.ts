import { say } from '@bellwether/wire'
import type { InstanceLocks } from '../../../platform/db/instance-locks.ts'
import {
  createLocalLock,
  createLock as createLockOf,
  type Held,
  type WithLock,
} from '../../../platform/db/with-lock.ts'
import { FileRefusal } from '../file-refusal.ts'

export type { Held, WithLock }

const toBusy = () => new FileRefusal('busy', say('workspace_files.busy'))

/** One at a time per key, first come, first served, in this process and across instances. */
export const createLock = (instances: InstanceLocks): WithLock => createLockOf(instances, toBusy)

/** In this process only. */
export const withLocalLock = createLocalLock(toBusy)
