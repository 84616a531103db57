/** Waits for a message, but not longer than `limitMs` or the signal. Never fails. */
export async function waitForMessage(
  message: Promise<unknown>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted) return
  let end: () => void = () => undefined
  const limit = new Promise<void>((resolve) => {
    end = resolve
  })
  const timer = setTimeout(end, limitMs)
  signal?.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([message, limit])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
