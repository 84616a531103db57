import type { Db } from './db.ts'
import type { InstanceLock, InstanceLocks } from './instance-locks.ts'

export type Held = Pick<InstanceLock, 'requireHeld'>

/** Runs `work` while no other work with the same key runs. */
export type WithLock = <T>(
  key: string,
  work: (lock: Held) => Promise<T>,
  signal?: AbortSignal | undefined,
) => Promise<T>

const MAX_WAIT_MS = 30_000

/**
 * One at a time per key, in the order of asking, in this process and across instances. Takes no connection of the pool, so the work may take
 * as long as a request to another server. `toBusy`: the error after too long a wait.
 */
export const createLock =
  (instances: InstanceLocks, toBusy: () => Error): WithLock =>
  (key, work, signal) =>
    createLocalLock(toBusy)(
      key,
      async () => {
        const lock = await holdWithin(instances.hold.bind(instances), key, toBusy, signal)
        try {
          return await work(lock)
        } finally {
          await lock.release()
        }
      },
      signal,
    )

async function holdWithin(
  hold: InstanceLocks['hold'],
  key: string,
  toBusy: () => Error,
  signal: AbortSignal | undefined,
): Promise<InstanceLock> {
  const stop = new AbortController()
  const holding = hold(key, stop.signal)
  try {
    return await within(holding, toBusy, signal)
  } catch (error) {
    stop.abort(error)
    // It may have been granted at this very moment.
    await holding.then(
      (lock) => lock.release(),
      () => undefined,
    )
    throw error
  }
}

const tails = new Map<string, Promise<void>>()

/** In this process only. */
export const createLocalLock =
  (toBusy: () => Error) =>
  async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T> => {
    const before = tails.get(key)
    let release: () => void = () => undefined
    const mine = new Promise<void>((resolve) => {
      release = resolve
    })
    const tail = (before ?? Promise.resolve()).then(() => mine)
    tails.set(key, tail)
    try {
      if (before) await within(before, toBusy, signal)
      signal?.throwIfAborted()
      return await work()
    } finally {
      release()
      // The last one in line removes the entry.
      if (tails.get(key) === tail) tails.delete(key)
    }
  }

async function within<T>(wait: Promise<T>, toBusy: () => Error, signal: AbortSignal | undefined): Promise<T> {
  let stop: () => void = () => undefined
  const interruption = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(toBusy()), MAX_WAIT_MS)
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([wait, interruption])
  } finally {
    stop()
  }
}

/**
 * Until the transaction ends, others with the same person wait: simultaneous requests can't exceed a limit together.
 * An update without changes, because SQLite (which has a single writer anyway) lacks `select … for update`.
 */
export async function lockUser(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set((set) => ({ updated_at: set.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

/** As `lockUser`, for what belongs to an organization. */
export async function lockOrganization(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((set) => ({ updated_at: set.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}
