import type { Db } from './db.ts'
import type { Outbox } from './outbox/outbox.ts'

export interface BatchWriterOptions<Row, Saved> {
  /** Converts rows to plain values, which can also be stored in a file. */
  prepare(rows: readonly Row[]): readonly Saved[]
  /** Saves the rows; runs inside a transaction. */
  write(db: Db, rows: readonly Saved[]): Promise<void>
  /** Takes rows that can't be written while the database is unavailable. */
  outbox: Outbox
  /** Identifies these rows in the outbox; unique for each writer. */
  kind: string
  /** `lost` rows will not be retried. */
  onError(error: unknown, lost: number): void
  /** This many rows are saved immediately, without waiting for the delay. */
  maxRows?: number
  maxDelayMs?: number
  /** Maximum number of rows in memory; beyond it, the oldest are dropped. */
  maxQueued?: number
}

export interface BatchWriter<Row> {
  /** Cheap and never fails; the row is saved after about `maxDelayMs`. */
  add(row: Row): void
  /** Resolves when all rows added so far are saved, dropped, or wait in the outbox. Never rejects. */
  flush(): Promise<void>
  /** Saves the remaining rows. Rows added afterwards are dropped and counted. */
  close(): Promise<void>
  /** Number of rows dropped since the start. */
  readonly lost: number
}

/**
 * Writes many small rows in one transaction: with a safe disk a commit takes milliseconds, whether it has one row or
 * hundreds.
 */
export function createBatchWriter<Row, Saved>(options: BatchWriterOptions<Row, Saved>): BatchWriter<Row> {
  const {
    prepare,
    write,
    onError,
    outbox,
    kind,
    maxRows = 200,
    maxDelayMs = 100,
    maxQueued = 20_000,
  } = options
  let queue: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let closed = false
  let lost = 0

  const writer = outbox.writer<readonly Saved[]>(kind, write)

  async function saveNext(): Promise<void> {
    const rows = prepare(queue.slice(0, maxRows))
    queue = queue.slice(maxRows)
    if (rows.length === 0) return
    // The database is known to be unavailable; on disk the rows are safe immediately.
    if (outbox.waiting > 0) return writer.defer(rows)
    try {
      await writer.write(rows)
    } catch (error) {
      onError(error, 0)
      await writer.write(rows).catch((again: unknown) => {
        lost += rows.length
        onError(again, rows.length)
      })
    }
  }

  async function saveAll(): Promise<void> {
    while (queue.length > 0) await saveNext()
  }

  function start(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= saveAll().finally(() => {
      running = undefined
      // Added just as the last batch ended.
      if (queue.length > 0) timer ??= setTimeout(start, maxDelayMs)
    })
    return running
  }

  /** A row that is added just as the last batch ends is in none yet. */
  async function flush(): Promise<void> {
    do await start()
    while (queue.length > 0)
  }

  return {
    get lost() {
      return lost
    },
    add(row) {
      if (closed) {
        lost++
        return
      }
      queue.push(row)
      if (queue.length > maxQueued) {
        // Drops a tenth at once: otherwise, a long outage would shift the whole queue for every row.
        const dropped = Math.ceil(maxQueued / 10)
        queue = queue.slice(dropped)
        lost += dropped
        onError(new Error('Too many rows are waiting to be saved.'), dropped)
      }
      if (queue.length >= maxRows) void start()
      else timer ??= setTimeout(start, maxDelayMs)
    },
    flush,
    close: async () => {
      closed = true
      await flush()
    },
  }
}
