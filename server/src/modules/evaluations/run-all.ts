/**
 * Runs `work` for each item, some at a time, keeping their order. Stops at the first failure or when the signal
 * aborts.
 */
export async function runAll<T, R>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  let failed = false
  const takeTurns = async () => {
    // All workers share one iterator, so that each item is processed once.
    for (const [at, item] of queue) {
      if (failed) return
      signal.throwIfAborted()
      results[at] = await orAborted(signal, work(item))
    }
  }
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, () =>
      takeTurns().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  return results
}

/** Rejects immediately when the signal aborts, because running work may not observe the signal. */
function orAborted<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
