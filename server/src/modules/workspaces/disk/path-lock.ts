import { say } from '@bellwether/wire'
import { FileRefusal } from '../file-refusal.ts'

const MAX_WAIT_MS = 30_000

/**
 * One at a time per key, in the order of asking, over all dialogs of this process. Instances that share a disk are kept apart only by the
 * second look at the content right before a rename.
 */
const tails = new Map<string, Promise<void>>()

export async function withLock<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
    // Whoever came last tidies up.
    if (tails.get(key) === tail) tails.delete(key)
  }
}

async function within(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
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
    await Promise.race([wait, given])
  } finally {
    stop()
  }
}
