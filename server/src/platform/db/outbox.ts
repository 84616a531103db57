import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAppError } from '../errors.ts'
import { newUuid } from '../ids.ts'

export interface OutboxOptions {
  /** Where writes wait that could not be made before the server stopped. */
  folder: string
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
  /** Without trying first. */
  defer(payload: Payload): void
}

/** Holds back writes that must not be lost while the database can't be reached, and makes them when it is back. */
export interface Outbox {
  /** Each kind once, before `start`. */
  writer<Payload>(kind: string, write: (payload: Payload) => Promise<void>): OutboxWriter<Payload>
  /** Takes over what the last run could not write. */
  start(): Promise<void>
  /** Tries once more; what remains is kept in a file for the next start. */
  close(): Promise<void>
  readonly waiting: number
}

interface Entry {
  kind: string
  json: string
}

const MAX_BYTES = 64 * 1024 * 1024
const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

export const isUnavailable = (error: unknown): boolean => isAppError(error) && error.code === 'unavailable'

export function createOutbox(options: OutboxOptions): Outbox {
  const { folder, onError, maxBytes = MAX_BYTES } = options
  const { minDelayMs = MIN_DELAY_MS, maxDelayMs = MAX_DELAY_MS } = options
  const writers = new Map<string, (payload: unknown) => Promise<void>>()
  let queue: Entry[] = []
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
        const write = writers.get(entry.kind)
        if (!write) throw new Error(`Nothing writes “${entry.kind}”`)
        await write(JSON.parse(entry.json))
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
  }

  async function keepForNextStart(): Promise<void> {
    if (queue.length === 0) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${newUuid()}.json`), JSON.stringify(queue), { mode: 0o600, flush: true })
    } catch (error) {
      onError(error, queue.length)
    }
    queue = []
  }

  return {
    get waiting() {
      return queue.length
    },
    writer<Payload>(kind: string, write: (payload: Payload) => Promise<void>): OutboxWriter<Payload> {
      writers.set(kind, (payload) => write(payload as Payload))
      const defer = (payload: Payload) => add({ kind, json: JSON.stringify(payload) })
      return {
        defer,
        async write(payload) {
          try {
            await write(payload)
          } catch (error) {
            if (!isUnavailable(error)) throw error
            onError(error, 0)
            defer(payload)
          }
        },
      }
    },
    async start() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => one.endsWith('.json'))) {
        const file = join(folder, name)
        try {
          for (const entry of JSON.parse(await readFile(file, 'utf8')) as Entry[]) add(entry)
        } catch (error) {
          onError(error, 0)
        }
        await rm(file, { force: true })
      }
    },
    async close() {
      clearTimeout(timer)
      await running
      isClosed = true
      clearTimeout(timer)
      await writeAll()
      await keepForNextStart()
    },
  }
}
