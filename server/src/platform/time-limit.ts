/**
 * Runs `work` with a signal that aborts with `signal` or after the given number of milliseconds. Afterwards the timer
 * and the listener are removed; they would keep the request in memory until the limit. Not
 * `AbortSignal.any([signal, AbortSignal.timeout(…)])`: its timeout can't be cleared, and Node keeps combined signals in
 * memory while they have listeners.
 */
export async function inTime<T>(
  signal: AbortSignal,
  milliseconds: number,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = limitTime(signal, milliseconds, () => toTimeout(milliseconds))
  try {
    return await work(limit.signal)
  } finally {
    limit.clear()
  }
}

/** Whether the error comes from the time limit of `inTime` or `limitTime`, rather than from the outer signal. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

export const toTimeout = (milliseconds: number): DOMException =>
  new DOMException(`It took longer than ${milliseconds} ms`, 'TimeoutError')

/** The same for work whose end is not known: timer and listener stay until the limit. */
export function withinTime(signal: AbortSignal, milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  if (signal.aborted) {
    onAbort()
    return controller.signal
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', onAbort)
    controller.abort(toTimeout(milliseconds))
  }, milliseconds)
  // A time limit must not keep the process alive.
  timer.unref()
  return controller.signal
}

export interface TimeLimit {
  /** Aborts with the outer signal or when the time is up. */
  signal: AbortSignal
  clear(): void
}

interface Clock {
  outer: AbortSignal
  /** Pauses the limit until the returned function is called. */
  hold(): () => void
}

/**
 * Found by their signals, which are passed along with the work, so that nested waits don't need a reference to every
 * outer clock. Not in a WeakMap, whose values V8 keeps until the next full collection.
 */
const CLOCK = Symbol('clock')
interface LimitedSignal extends AbortSignal {
  [CLOCK]?: Clock
}
const clockOf = (signal: LimitedSignal): Clock | undefined => signal[CLOCK]

/**
 * Aborts work that takes too long or whose client has disconnected. Its clock can be paused while the work waits for
 * a person.
 */
export function limitTime(outer: AbortSignal, milliseconds: number, toReason: () => Error): TimeLimit {
  const { signal, cancel, clear }: Cancellable = cancellable(outer)
  let remainingMs = milliseconds
  let startedAt = performance.now()
  let holds = 0
  let isOver = false
  const start = () => setTimeout(() => cancel(toReason()), remainingMs)
  let timer = start()
  signal[CLOCK] = {
    outer,
    hold() {
      if (++holds === 1) {
        clearTimeout(timer)
        remainingMs = Math.max(0, remainingMs - (performance.now() - startedAt))
      }
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        if (--holds > 0 || isOver) return
        startedAt = performance.now()
        timer = start()
      }
    },
  }
  return {
    signal,
    clear() {
      isOver = true
      clearTimeout(timer)
      clear()
    },
  }
}

interface Cancellable {
  signal: LimitedSignal
  cancel(reason: Error): void
  clear(): void
}

/** The outer signal, which can also be aborted from here. */
export function cancellable(outer: AbortSignal): Cancellable {
  const controller = new AbortController()
  const onAbort = () => controller.abort(outer.reason)
  if (outer.aborted) onAbort()
  else outer.addEventListener('abort', onAbort, { once: true })
  const signal: LimitedSignal = controller.signal
  signal[CLOCK] = { outer, hold: () => () => undefined }
  return {
    signal,
    cancel: (reason) => controller.abort(reason),
    clear: () => outer.removeEventListener('abort', onAbort),
  }
}

/** Pauses every limit that `signal` depends on until the returned function is called, for waiting for a person. */
export function holdClocks(signal: AbortSignal): () => void {
  const releases: (() => void)[] = []
  for (let clock = clockOf(signal); clock; clock = clockOf(clock.outer)) releases.push(clock.hold())
  return () => {
    for (const release of releases) release()
  }
}

/** Rejects as soon as the signal aborts: work should stop then, but callers must not depend on that. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
  })
}

/** Whether `work` has ended, successfully or not, before the time is up. Never fails, and does not stop the work. */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const settled = () => true
  try {
    return await Promise.race([work.then(settled, settled), limit])
  } finally {
    clearTimeout(timer)
  }
}
