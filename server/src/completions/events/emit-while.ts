/** Gives on what `work` emits while it runs, as it comes, and then the result. */
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
  // Whoever stops reading still has the work's own failure dealt with: it is awaited below, or nobody is left to hear of it.
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
