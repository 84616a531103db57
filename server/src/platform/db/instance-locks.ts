/** A lock that this instance holds. */
export interface InstanceLock {
  /** Throws when the connection to the database was lost since, and the lock with it. */
  requireHeld(): void
  release(): Promise<void>
}

/** Locks that hold across all instances on one database. */
export interface InstanceLocks {
  /** Waits until the lock is free. An instance asks for one key only once at a time. */
  hold(key: string, signal: AbortSignal): Promise<InstanceLock>
}

const HELD: InstanceLock = { requireHeld: () => undefined, release: async () => undefined }

/** SQLite has one instance, so there are no others to lock out. */
export const SINGLE_INSTANCE: InstanceLocks = { hold: async () => HELD }
