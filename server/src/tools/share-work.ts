import { LRUCache } from 'lru-cache'
import { growingTo } from '../platform/growing-to.ts'
import { orAborted } from '../platform/time-limit.ts'

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
      return await orAborted(signal, work.outcome)
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
