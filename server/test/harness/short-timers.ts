const SHORT_MS = 20

/**
 * While `work` runs, time limits of exactly these lengths (or within `[from, to]`) end after a moment. For tests of what happens
 * at a limit that only the product's code knows; all other timers keep their length.
 */
export async function withShortTimers<T>(
  limit: number | readonly [number, number],
  work: () => Promise<T>,
): Promise<T> {
  const [from, to] = typeof limit === 'number' ? [limit, limit] : limit
  const shorten = (ms: number | undefined) => (ms !== undefined && ms >= from && ms <= to ? SHORT_MS : ms)
  const { setTimeout: realTimer } = globalThis
  const realSignal = AbortSignal.timeout
  globalThis.setTimeout = Object.assign(
    (callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      realTimer(callback, shorten(ms), ...given),
    realTimer,
  ) as typeof setTimeout
  AbortSignal.timeout = (ms) => realSignal.call(AbortSignal, shorten(ms) ?? ms)
  try {
    return await work()
  } finally {
    globalThis.setTimeout = realTimer
    AbortSignal.timeout = realSignal
  }
}
