import { say } from '@bellwether/wire'
import type { InstanceLock, InstanceLocks } from '../../../platform/db/instance-locks.ts'
import { FileRefusal } from '../file-refusal.ts'

const MAX_WAIT_MS = 30_000

export type Held = Pick<InstanceLock, 'requireHeld'>

/** Runs `work` while no other work with the same key runs. */
export type WithLock = <T>(
  key: string,
  work: (lock: Held) => Promise<T>,
  signal?: AbortSignal | undefined,
) => Promise<T>

/** One at a time per key, in the order of asking, in this process and across instances. */
export const createLock =
  (instances: InstanceLocks): WithLock =>
  (key, work, signal) =>
    withLocalLock(
      key,
      async () => {
        const lock = await holdWithin(instances, key, signal)
        try {
          return await work(lock)
        } finally {
          await lock.release()
        }
      },
      signal,
    )

async function holdWithin(
  instances: InstanceLocks,
  key: string,
  signal: AbortSignal | undefined,
): Promise<InstanceLock> {
  const stop = new AbortController()
  const holding = instances.hold(key, stop.signal)
  try {
    return await within(holding, signal)
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
export async function withLocalLock<T>(
  key: string,
  work: () => Promise<T>,
  signal?: AbortSignal | undefined,
): Promise<T> {
  const before = tails.get(key)
  let release: () => void = () => undefined
  const mine = new Promise<void>((resolve) => {
    release = resolve
  })
  const tail = (before ?? Promise.resolve()).then(() => mine)
  tails.set(key, tail)
  try {
    if (before) await within(before, signal)
    signal?.throwIfAborted()
    return await work()
  } finally {
    release()
    // The last one in line removes the entry.
    if (tails.get(key) === tail) tails.delete(key)
  }
}

async function within<T>(wait: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let stop: () => void = () => undefined
  const given = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new FileRefusal('busy', say('workspace_files.busy'))), MAX_WAIT_MS)
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([wait, given])
  } finally {
    stop()
  }
}
