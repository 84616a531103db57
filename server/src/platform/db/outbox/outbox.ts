import { isAppError } from '../../errors.ts'
import { newUuid } from '../../ids.ts'
import type { Db } from '../db.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import { createOutboxFile, type Entry } from './outbox-file.ts'

export interface OutboxOptions {
  /** Where writes wait on disk. */
  folder: string
  database: OutboxDatabase
  /** `lost` writes will not be tried again. */
  onError(error: unknown, lost: number): void
  maxBytes?: number
  /** Only tests hand in others. */
  minDelayMs?: number
  maxDelayMs?: number
}

/** Writes of one kind. What is handed over is kept as JSON. */
export interface OutboxWriter<Payload> {
  /** Written when this resolves, or waiting for the database. Rejects for any other reason than an unavailable database. */
  write(payload: Payload): Promise<void>
  /** Without trying first. On disk when this resolves. */
  defer(payload: Payload): Promise<void>
}

/**
 * Holds back writes that must not be lost while the database can't be reached, and makes them when it is back, each once. They wait in memory
 * and in a file that is synced with every write, so that also a killed process loses none.
 */
export interface Outbox {
  /** Each kind once, before `start`. */
  writer<Payload>(kind: string, write: (tx: Db, payload: Payload) => Promise<void>): OutboxWriter<Payload>
  /** Takes over what earlier runs could not write. */
  start(): Promise<void>
  /** Tries once more; what remains waits on disk for the next start. */
  close(): Promise<void>
  readonly waiting: number
}

const MAX_BYTES = 64 * 1024 * 1024
const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

export const isUnavailable = (error: unknown): boolean => isAppError(error) && error.code === 'unavailable'

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
    if (dropped > 0) onError(new Error('Too much waits for the database; the oldest was dropped'), dropped)
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
      // It may have been dropped meanwhile.
      if (queue[0] === entry) {
        queue.shift()
        bytes -= entry.json.length
      }
    }
    await disk.clearIfEmpty()
  }

  async function writeOne({ id, kind, json }: Entry): Promise<void> {
    const write = writers.get(kind)
    if (!write) throw new Error(`Nothing writes “${kind}”`)
    await database.once(id, (tx) => write(tx, JSON.parse(json)))
  }

  return {
    get waiting() {
      return queue.length
    },
    writer<Payload>(kind: string, write: (tx: Db, payload: Payload) => Promise<void>): OutboxWriter<Payload> {
      writers.set(kind, (tx, payload) => write(tx, payload as Payload))
      return createWriter(options, write, async (payload) => {
        const entry = { id: newUuid(), kind, json: JSON.stringify(payload) }
        add(entry)
        await disk.append(entry)
      })
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
  { database, onError }: OutboxOptions,
  write: (tx: Db, payload: Payload) => Promise<void>,
  defer: (payload: Payload) => Promise<void>,
): OutboxWriter<Payload> {
  return {
    defer,
    async write(payload) {
      try {
        await database.transaction((tx) => write(tx, payload))
      } catch (error) {
        if (!isUnavailable(error)) throw error
        onError(error, 0)
        await defer(payload)
      }
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

  /** One operation after the other. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    last = last.then(work).catch((error: unknown) => onError(error, 0))
    return last
  }

  return {
    /** The file only grows while something waits; it is rewritten before it reaches twice the size that may wait. */
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
