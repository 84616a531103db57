import { LRUCache } from 'lru-cache'
import { growingTo } from '../platform/growing-to.ts'

interface Work<T> {
  outcome: Promise<T>
  waiting: number
  isOver: boolean
  controller: AbortController
}

export type ShareWork<T> = (
  key: string,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/**
 * Callers with the same key share one task and its result. Each stops waiting when its own signal aborts; the
 * task is cancelled when no caller is left.
 */
export function createShareWork<T>({ keepMs, most }: { keepMs: number; most: number }): ShareWork<T> {
  const works = new LRUCache<string, Work<T>>({ ...growingTo(most), ttl: keepMs })

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Work<T> {
    const controller = new AbortController()
    const outcome = start(controller.signal)
    const work: Work<T> = { outcome, waiting: 0, isOver: false, controller }
    works.set(key, work)
    const onEnd = () => {
      work.isOver = true
    }
    outcome.then(onEnd, () => {
      onEnd()
      if (works.peek(key) === work) works.delete(key)
    })
    return work
  }

  return async (key, signal, start) => {
    signal.throwIfAborted()
    const work = works.get(key) ?? begin(key, start)
    work.waiting++
    try {
      return await unlessAborted(signal, work.outcome)
    } finally {
      work.waiting--
      if (work.waiting === 0 && !work.isOver) {
        // A task that is being cancelled can't be joined.
        if (works.peek(key) === work) works.delete(key)
        work.controller.abort(signal.reason)
      }
    }
  }
}

/** The task should stop when it is aborted, but callers must not depend on that. */
export async function unlessAborted<T>(signal: AbortSignal, outcome: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const over = new AbortController()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal })
  })
  try {
    return await Promise.race([outcome, aborted])
  } finally {
    over.abort()
  }
}
