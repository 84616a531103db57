import { AppError, isUnavailable } from '../../errors.ts'
import { newUuid } from '../../ids.ts'
import { settlesWithin } from '../../time-limit.ts'
import type { Db } from '../db.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import { createOutboxFile, type Entry } from './outbox-file.ts'

export interface OutboxOptions {
  /** The folder for queued writes. */
  folder: string
  database: OutboxDatabase
  /** `lost` writes will not be retried. */
  onError(error: unknown, lost: number): void
  maxBytes?: number
  /** How long a write may take before it is queued. Without it, as long as the database needs. */
  patienceMs?: number | undefined
  /** Only tests pass other values. */
  minDelayMs?: number
  maxDelayMs?: number
}

/** Writes of one kind. Payloads are stored as JSON. */
export interface OutboxWriter<Payload> {
  /**
   * Resolves when the payload is written or queued. Rejects for any reason other than an unavailable database. If the
   * database takes long, the payload is queued, so that a process that is killed in the meantime does not lose it.
   */
  write(payload: Payload): Promise<void>
  /** Queues without trying first. On disk when this resolves. */
  defer(payload: Payload): Promise<void>
  /** How many of this kind are queued. */
  readonly waiting: number
}

/**
 * Queues writes that must not be lost while the database is unavailable, and makes each once when it is back. They
 * wait in memory and in a file that is synced with every write, so that even a killed process loses none.
 */
export interface Outbox {
  /** Register each kind once, before `start`. */
  writer<Payload>(kind: string, write: (tx: Db, payload: Payload) => Promise<void>): OutboxWriter<Payload>
  /** Takes over the queued writes of earlier runs. */
  start(): Promise<void>
  /** Tries once more; the rest stays on disk for the next start. */
  close(): Promise<void>
  readonly waiting: number
}

const MAX_BYTES = 64 * 1024 * 1024
const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

export function createOutbox(options: OutboxOptions): Outbox {
  const { folder, database, onError, maxBytes = MAX_BYTES } = options
  const { minDelayMs = MIN_DELAY_MS, maxDelayMs = MAX_DELAY_MS } = options
  const writers = new Map<string, (tx: Db, payload: unknown) => Promise<void>>()
  const queue: Entry[] = []
  const disk = createDisk({ folder, queue, maxBytes, onError })
  let bytes = 0
  let delayMs = minDelayMs
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false

  function add(entry: Entry): void {
    queue.push(entry)
    bytes += entry.json.length
    let dropped = 0
    while (bytes > maxBytes && queue.length > 1) {
      bytes -= queue.shift()?.json.length ?? 0
      dropped++
    }
    if (dropped > 0)
      onError(new Error('Too many writes are waiting for the database; the oldest was dropped'), dropped)
    schedule()
  }

  function schedule(): void {
    if (isClosed || timer || running || queue.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      running = writeAll().finally(() => {
        running = undefined
        schedule()
      })
    }, delayMs)
    timer.unref()
  }

  /** In order, up to the first that can't be written yet. */
  async function writeAll(): Promise<void> {
    for (let entry = queue[0]; entry; entry = queue[0]) {
      try {
        await writeOne(entry)
        delayMs = minDelayMs
      } catch (error) {
        if (isUnavailable(error)) {
          delayMs = Math.min(maxDelayMs, delayMs * 2)
          return
        }
        onError(error, 1)
      }
      // It may have been dropped in the meantime.
      if (queue[0] === entry) {
        queue.shift()
        bytes -= entry.json.length
      }
    }
    await disk.clearIfEmpty()
  }

  async function writeOne(entry: Entry): Promise<void> {
    const write = writers.get(entry.kind)
    if (!write) throw new Error(`No writer for “${entry.kind}”`)
    await database.once(entry, (tx) => write(tx, JSON.parse(entry.json)))
  }

  return {
    get waiting() {
      return queue.length
    },
    writer<Payload>(kind: string, write: (tx: Db, payload: Payload) => Promise<void>): OutboxWriter<Payload> {
      writers.set(kind, (tx, payload) => write(tx, payload as Payload))
      const attempts = createWriter(options, write, async (payload, transactionId) => {
        const json = JSON.stringify(payload)
        const entry = { id: newUuid(), kind, json, ...(transactionId && { transactionId }) }
        add(entry)
        await disk.append(entry)
      })
      return {
        ...attempts,
        get waiting() {
          return queue.filter((entry) => entry.kind === kind).length
        },
      }
    },
    async start() {
      for (const entry of await disk.takeOver()) add(entry)
    },
    async close() {
      clearTimeout(timer)
      await running
      isClosed = true
      clearTimeout(timer)
      await writeAll()
      await disk.written()
    },
  }
}

function createWriter<Payload>(
  { database, onError, patienceMs }: OutboxOptions,
  write: (tx: Db, payload: Payload) => Promise<void>,
  defer: (payload: Payload, transactionId?: string) => Promise<void>,
): Omit<OutboxWriter<Payload>, 'waiting'> {
  return {
    defer: (payload) => defer(payload),
    async write(payload) {
      const attempt = createAttempt(database)
      const writing = attempt.run((tx) => write(tx, payload))
      const isDone = patienceMs === undefined || (await settlesWithin(writing, patienceMs))
      try {
        if (!isDone && attempt.giveUp()) throw new AppError('unavailable', 'The database takes too long.')
        await writing
      } catch (error) {
        if (!isUnavailable(error)) throw error
        onError(error, 0)
        await defer(payload, attempt.transactionId)
      }
    },
  }
}

/** One attempt to write directly. After `giveUp`, the write can be queued without being made twice. */
function createAttempt(database: OutboxDatabase) {
  let transactionId: string | undefined
  let isCommitting = false
  let isGivenUp = false
  return {
    get transactionId() {
      return transactionId
    },

    run: (work: (tx: Db) => Promise<void>): Promise<void> =>
      database.transaction(work, (id) => {
        // Rolls back.
        if (isGivenUp) throw new AppError('unavailable', 'The write was queued in the meantime.')
        isCommitting = true
        transactionId = id
      }),

    /** False if it can’t be, because it commits at this moment and nothing would tell whether it succeeded. */
    giveUp(): boolean {
      if (isCommitting && transactionId === undefined) return false
      isGivenUp = true
      return true
    },
  }
}

interface DiskOptions extends Pick<OutboxOptions, 'folder' | 'onError'> {
  queue: readonly Entry[]
  maxBytes: number
}

/** The queue on disk. A failing disk is reported and never stops the writes from memory. */
function createDisk({ folder, queue, maxBytes, onError }: DiskOptions) {
  const file = createOutboxFile(folder)
  let last: Promise<void> = Promise.resolve()

  /** Runs one operation at a time. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    last = last.then(work).catch((error: unknown) => onError(error, 0))
    return last
  }

  return {
    /**
     * The file only grows while writes are queued; it is rewritten before it reaches twice the maximum size of the
     * queue.
     */
    append: (entry: Entry): Promise<void> =>
      enqueue(async () => {
        if (file.bytes <= 2 * maxBytes) return file.append([entry])
        await file.clear()
        await file.append(queue)
      }),

    clearIfEmpty: (): Promise<void> =>
      enqueue(async () => {
        if (queue.length === 0) await file.clear()
      }),

    takeOver: () => file.takeOver((error) => onError(error, 0)),
    written: () => last,
  }
}
