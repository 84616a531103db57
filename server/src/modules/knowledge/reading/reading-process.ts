import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { DEFAULT_LIMITS, timeLimitFor } from '../../../documents/readers/limits.ts'
import type {
  DescribePictures,
  PictureToDescribe,
} from '../../../documents/readers/pictures/picture-finder.ts'
import {
  expandsTooMuch,
  readerEnded,
  tookTooLong,
  UnreadableDocument,
} from '../../../documents/readers/unreadable-document.ts'
import { cpuTimeOf } from '../../../platform/threads/cpu-time.ts'
import type { HelperProcess } from '../../../platform/threads/helper-process.ts'
import { startProcess } from '../../../platform/threads/worker.ts'
import { holdClocks, limitTime } from '../../../platform/time-limit.ts'
import type { IndexedChunk, PreparedDocument } from './index-document.ts'
import type {
  DocumentPart,
  DocumentToRead,
  FromReader,
  ReadingOrder,
  ReadingProgress,
  ToReader,
} from './reading-messages.ts'

/** The process stops itself at its limit; it is ended if it can't, for example in the middle of a page. */
const GRACE_MS = 1_000
const WATCH_EVERY_MS = 200
/**
 * On a busy machine a process waits for its turn, which must not fail a long book: the limit counts the CPU time of its
 * main thread. Text recognition runs in another thread, and a process may hang without using the CPU, so there is also
 * a limit by the clock: this many times the other one, but at most an hour.
 */
const CLOCK_FACTOR = 10
const MAX_CLOCK_MS = 60 * 60_000

export interface ReadingWatch {
  signal?: AbortSignal
  onProgress?: (progress: ReadingProgress) => void
  /** Called while reading waits; its time limit is paused. */
  describe?: DescribePictures
}

/** One reading process. It ends after a limit, a crash or a cancellation, and a new one is needed. */
export class ReadingProcess {
  readonly #process: HelperProcess
  #alive = true
  #isStopped = false

  constructor(memoryMb: number) {
    this.#process = startProcess('reading', new URL('./reading.worker.ts', import.meta.url), memoryMb)
    const end = () => {
      this.#alive = false
    }
    // Each read listens for errors, too; without this listener, an error in between would crash the server.
    this.#process.on('exit', end).on('error', end)
    this.#process.unref()
  }

  get alive(): boolean {
    return this.#alive
  }

  async read(order: ReadingOrder, watch: ReadingWatch): Promise<PreparedDocument> {
    watch.signal?.throwIfAborted()
    const limitMs = limitOf(order)
    const stops: (() => void)[] = []
    this.#process.ref()
    try {
      return await new Promise<PreparedDocument>((resolve, reject) => {
        const outer = watch.signal ?? new AbortController().signal
        const { signal, clear } = limitTime(outer, clockLimitOf(limitMs), () => tookTooLong(limitMs))
        stops.push(clear, onAbort(signal, reject), this.#limitCpu(limitMs, reject))
        stops.push(this.#listen(resolve, reject, { ...watch, signal }))
        this.#hand(order).catch(reject)
      })
    } catch (error) {
      // The process can only be reused after a proper response.
      if (!(error instanceof ReportedByReader)) await this.stop()
      throw error instanceof ReportedByReader ? error.reason : error
    } finally {
      for (const stop of stops) stop()
      this.#process.unref()
    }
  }

  async #hand({ documents, ...order }: ReadingOrder): Promise<void> {
    const portions = [...portionsOf(documents)]
    // All that fits into one message is sent with the order.
    if (portions.length <= 1) {
      this.#post({ type: 'read', order: { ...order, documents } })
      return
    }
    for (const portion of portions) {
      this.#post({ type: 'pages', documents: portion })
      // The data is copied in pieces, yielding to the event loop in between.
      await turn()
    }
    this.#post({ type: 'read', order: { ...order, documents: [] } })
  }

  async stop(): Promise<void> {
    this.#alive = false
    this.#isStopped = true
    await this.#process.terminate()
  }

  #listen(
    resolve: (document: PreparedDocument) => void,
    reject: (error: Error) => void,
    watch: ReadingWatch & { signal: AbortSignal },
  ) {
    const chunks: IndexedChunk[] = []
    let segment = new Uint8Array()
    const add = (part: DocumentPart) => {
      for (const chunk of part.chunks) chunks.push(chunk)
      if (part.at === 0) segment = new Uint8Array(part.total)
      segment.set(part.bytes, part.at)
    }
    const onMessage = (received: unknown) => {
      const message = received as FromReader
      if (message.type === 'progress') watch.onProgress?.(message.progress)
      else if (message.type === 'part') {
        add(message.part)
        this.#post({ type: 'more' })
      } else if (message.type === 'pictures') this.#describe(message.pictures, watch).catch(reject)
      else if (message.type === 'done') {
        add(message.last)
        resolve({ ...message.document, chunks, segment })
      } else if (message.type === 'unreadable')
        reject(new ReportedByReader(new UnreadableDocument(message.code, message.message)))
      else reject(new ReportedByReader(new Error(message.message)))
    }
    const onExit = (reason: string) => reject(this.#isStopped ? stopped() : toReason(reason))
    this.#process.on('message', onMessage).on('error', reject).on('exit', onExit)
    return () => void this.#process.off('message', onMessage).off('error', reject).off('exit', onExit)
  }

  async #describe(
    pictures: PictureToDescribe[],
    { signal, describe }: ReadingWatch & { signal: AbortSignal },
  ): Promise<void> {
    const release = holdClocks(signal)
    try {
      const descriptions = (await describe?.(pictures)) ?? { texts: [], warnings: [] }
      this.#post({ type: 'described', descriptions })
    } finally {
      release()
    }
  }

  /** Ends a read whose process has used too much CPU time and does not stop by itself. */
  #limitCpu(limitMs: number, reject: (error: Error) => void): () => void {
    const { pid } = this.#process
    // Not before the first interval: a small file is read by then.
    let start: number | undefined
    const timer = setInterval(() => {
      const now = cpuTimeOf(`${pid}/task/${pid}`)
      start ??= now
      if ((now ?? 0) - (start ?? 0) > limitMs + GRACE_MS) reject(tookTooLong(limitMs))
    }, WATCH_EVERY_MS)
    return () => clearInterval(timer)
  }

  #post(message: ToReader): void {
    this.#process.postMessage(message)
  }
}

/** Maximum time that a site may occupy a process. */
const MAX_MS = 30 * 60_000

/** The limit is the sum of the documents' limits, up to a maximum; unchanged pages are only indexed again. */
export const limitOf = ({ documents }: Pick<ReadingOrder, 'documents'>): number =>
  Math.min(
    documents.reduce((sum, document) => sum + ('kept' in document ? 0 : limitOfOne(document)), 0) ||
      DEFAULT_LIMITS.milliseconds,
    MAX_MS,
  )

const limitOfOne = ({ source, options }: DocumentToRead): number =>
  timeLimitFor(
    // A file that is gone is reported by the process.
    typeof source === 'string' ? (statSync(source, { throwIfNoEntry: false })?.size ?? 0) : source.length,
    options,
  )

type Documents = ReadingOrder['documents']

/** Approximate bytes per message. */
const PORTION = 1024 * 1024

function* portionsOf(documents: Documents): Generator<Documents> {
  let portion: Documents[number][] = []
  let size = 0
  for (const document of documents) {
    portion.push(document)
    size += sizeOf(document)
    if (size < PORTION) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}

/** A passage is a text with a dozen other fields. */
const sizeOf = (document: Documents[number]): number =>
  'kept' in document
    ? document.kept.reduce((sum, { text }) => sum + text.length + 200, 0)
    : document.source.length

/** Asked once: many small files are read per second. */
let knowsCpuTime: boolean | undefined

function isCpuTimeKnown(): boolean {
  knowsCpuTime ??= cpuTimeOf('self') !== undefined
  return knowsCpuTime
}

const clockLimitOf = (limitMs: number): number =>
  !isCpuTimeKnown()
    ? limitMs + GRACE_MS
    : Math.max(Math.min(limitMs * CLOCK_FACTOR, MAX_CLOCK_MS), limitMs) + GRACE_MS

class ReportedByReader extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

/** Ended from outside, such as when the server stops: the file is not at fault. */
const stopped = () => new Error('Reading was stopped before it finished')

/** V8 says `heap out of memory` when the limit for objects is reached. */
const toReason = (reason: string): UnreadableDocument =>
  reason.includes('out of memory') ? expandsTooMuch() : readerEnded(new Error(reason))

function onAbort(signal: AbortSignal, reject: (reason: Error) => void): () => void {
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}
