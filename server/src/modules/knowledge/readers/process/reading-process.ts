import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { cpuTimeOf } from '../../../../platform/threads/cpu-time.ts'
import { startWorker } from '../../../../platform/threads/worker.ts'
import { holdClocks, limitTime } from '../../../../platform/time-limit.ts'
import type { IndexedChunk, PreparedDocument } from '../../ingestion/index-document.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import type { DescribePictures, PictureToDescribe } from '../pictures/picture-finder.ts'
import { corrupt, expandsTooMuch, tookTooLong, UnreadableDocument } from '../unreadable-document.ts'
import type {
  DocumentToRead,
  FromReader,
  ReadingOrder,
  ReadingProgress,
  ToReader,
} from './reading-messages.ts'

const MB = 1024 * 1024
/** The thread stops itself at its limit; it is terminated if it can't, for example in the middle of a page. */
const GRACE_MS = 1_000
const WATCH_EVERY_MS = 200
/**
 * On a busy machine a thread waits for its turn, which must not fail a long book: the limit counts the thread's own CPU
 * time. Text recognition runs in a thread of its own, and a thread may hang without using the CPU, so there is also a
 * limit by the clock: this many times the other one, but at most an hour.
 */
const CLOCK_FACTOR = 10
const MAX_CLOCK_MS = 60 * 60_000

export interface ReadingWatch {
  signal?: AbortSignal
  onProgress?: (progress: ReadingProgress) => void
  /** Called while reading waits; its time limit is paused. */
  describe?: DescribePictures
}

/** Reads in progress in this process; each knows whether another one ran at the same time. */
const underWay = new Set<{ isAlone: boolean }>()

let memory = { bytes: 0, at: -Infinity }

/** Of the process. Many small files are read per second, and asking the system takes as long as some of them. */
function recentMemory(): number {
  const now = performance.now()
  if (now - memory.at > WATCH_EVERY_MS) memory = { bytes: process.memoryUsage.rss(), at: now }
  return memory.bytes
}

/** One reading thread. It ends after a limit, a crash or a cancellation, and a new one is needed. */
export class ReadingProcess {
  readonly #worker: Worker
  readonly #memoryBytes: number
  #alive = true

  constructor(memoryMb: number) {
    this.#memoryBytes = memoryMb * MB
    this.#worker = startWorker('reading', new URL('./reading.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    this.#worker.on('exit', () => {
      this.#alive = false
    })
    // Each read listens for errors; without this listener, an error in between would crash the server.
    this.#worker.on('error', () => {
      this.#alive = false
    })
    this.#worker.unref()
  }

  get alive(): boolean {
    return this.#alive
  }

  async read(order: ReadingOrder, watch: ReadingWatch): Promise<PreparedDocument> {
    watch.signal?.throwIfAborted()
    const limitMs = limitOf(order)
    const stops: (() => void)[] = []
    this.#worker.ref()
    try {
      return await new Promise<PreparedDocument>((resolve, reject) => {
        const outer = watch.signal ?? new AbortController().signal
        const cpu = new CpuLimit(limitMs, reject)
        const { signal, clear } = limitTime(outer, clockLimitOf(limitMs), () => tookTooLong(limitMs))
        stops.push(clear, cpu.stop, onAbort(signal, reject), this.#watchMemory(reject))
        stops.push(this.#listen(resolve, reject, { ...watch, signal }, cpu))
        this.#hand(order).catch(reject)
      })
    } catch (error) {
      // The thread can only be reused after a proper response.
      if (!(error instanceof ReportedByThread)) await this.stop()
      throw error instanceof ReportedByThread ? error.reason : error
    } finally {
      for (const stop of stops) stop()
      this.#worker.unref()
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
    await this.#worker.terminate()
  }

  #listen(
    resolve: (document: PreparedDocument) => void,
    reject: (error: Error) => void,
    watch: ReadingWatch & { signal: AbortSignal },
    cpu: CpuLimit,
  ) {
    const chunks: IndexedChunk[] = []
    const onMessage = (message: FromReader) => {
      if (message.type === 'started') cpu.watch(message.thread)
      else if (message.type === 'progress') watch.onProgress?.(message.progress)
      else if (message.type === 'chunks') {
        for (const chunk of message.chunks) chunks.push(chunk)
        this.#post({ type: 'more' })
      } else if (message.type === 'pictures') this.#describe(message.pictures, watch).catch(reject)
      else if (message.type === 'done') resolve({ ...message.document, chunks: chunks.concat(message.rest) })
      else if (message.type === 'unreadable')
        reject(new ReportedByThread(new UnreadableDocument(message.code, message.message)))
      else reject(new ReportedByThread(new Error(message.message)))
    }
    const onError = (error: Error) => reject(asReason(error))
    // Ended from outside, such as when the server stops: the file is not at fault.
    const onExit = () => reject(new Error('Reading was stopped before it finished'))
    this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    return () => void this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit)
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

  /**
   * A thread's memory limit only covers its objects; unpacked bytes only show in the process. If several files were
   * being read, it is unclear which one is at fault, so the file is tried again.
   */
  #watchMemory(reject: (error: Error) => void): () => void {
    const before = recentMemory()
    const read = { isAlone: true }
    underWay.add(read)
    if (underWay.size > 1) for (const other of underWay) other.isAlone = false
    const timer = setInterval(() => {
      if (process.memoryUsage.rss() - before <= 2 * this.#memoryBytes) return
      reject(read.isAlone ? expandsTooMuch() : new Error('Out of memory while several files were being read'))
    }, WATCH_EVERY_MS)
    return () => {
      underWay.delete(read)
      clearInterval(timer)
    }
  }

  #post(message: ToReader): void {
    this.#worker.postMessage(message)
  }
}

/** Maximum time that a site may occupy a thread. */
const MAX_MS = 30 * 60_000

/** The limit is the sum of the documents' limits, up to a maximum; unchanged pages are only indexed again. */
export const limitOf = ({ documents }: Pick<ReadingOrder, 'documents'>): number =>
  Math.min(
    documents.reduce((sum, document) => sum + ('kept' in document ? 0 : limitOfOne(document)), 0) ||
      DEFAULT_LIMITS.milliseconds,
    MAX_MS,
  )

const limitOfOne = ({ options }: DocumentToRead): number =>
  options.limits?.milliseconds ?? DEFAULT_LIMITS.milliseconds

type Documents = ReadingOrder['documents']

/** Approximate bytes per message. */
const PORTION = MB

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

/** Ends a read whose thread has used too much CPU time and does not stop by itself. */
class CpuLimit {
  readonly #limitMs: number
  readonly #reject: (error: Error) => void
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number, reject: (error: Error) => void) {
    this.#limitMs = limitMs
    this.#reject = reject
  }

  watch(thread: string | undefined): void {
    if (thread === undefined) return
    // Not before the first interval: a small file is read by then.
    let start: number | undefined
    this.#timer = setInterval(() => {
      const now = cpuTimeOf(thread)
      start ??= now
      if ((now ?? 0) - (start ?? 0) > this.#limitMs + GRACE_MS) this.#reject(tookTooLong(this.#limitMs))
    }, WATCH_EVERY_MS)
  }

  stop = (): void => clearInterval(this.#timer)
}

class ReportedByThread extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

const asReason = (error: Error) =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? expandsTooMuch() : corrupt(error)

function onAbort(signal: AbortSignal, reject: (reason: Error) => void): () => void {
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}
