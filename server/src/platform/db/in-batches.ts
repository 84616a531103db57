/** Rows per batch, so that other writers can run in between. */
const BATCH = 500

/** Calls `remove` until it deletes less than a full batch. Returns the total number of deleted rows. */
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
