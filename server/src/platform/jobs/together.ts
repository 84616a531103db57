interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Calls of the same turn run together, and so do those that arrive while others run: a statement or an `fsync` for each
 * of many small files takes longer than the rest of the work. `run` returns one result per item, in the same order.
 */
export function createTogether<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  mostAtOnce: number,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    // Others may be called in the same turn.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        const results = await run(group.map(({ item }) => item))
        for (const [at, { resolve }] of group.entries()) resolve(results[at] as Out)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      void runAll()
    })
}
