/** Yields the events that `work` emits while it runs, then returns its result. */
export async function* emitWhile<E, R>(
  work: (emit: (event: E) => void) => Promise<R>,
): AsyncGenerator<E, R, undefined> {
  const waiting: E[] = []
  let wake: () => void = () => undefined
  let isOver = false
  const emit = (event: E) => {
    if (isOver) return
    waiting.push(event)
    wake()
  }
  const result = work(emit).finally(() => {
    isOver = true
    wake()
  })
  // Avoids an unhandled rejection if the consumer stops early; otherwise the failure is thrown below.
  result.catch(() => undefined)
  while (!isOver || waiting.length > 0) {
    const event = waiting.shift()
    if (event !== undefined) yield event
    else if (!isOver)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  return result
}
