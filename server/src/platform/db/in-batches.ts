/** Rows deleted per batch, so that other writers get a turn in between. */
const BATCH = 500

/** Calls `remove` until it takes away less than it may. Tells how many rows went in all. */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  signal: AbortSignal,
  batchSize: number = BATCH,
): Promise<number> {
  let removed = 0
  for (let gone = batchSize; gone === batchSize && !signal.aborted; removed += gone)
    gone = await remove(batchSize)
  return removed
}
