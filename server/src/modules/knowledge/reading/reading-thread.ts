import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../../platform/worker.ts'
import type { IndexedChunk, PreparedDocument } from '../ingestion/index-document.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type {
  DocumentToRead,
  FromReader,
  ReadingOrder,
  ReadingProgress,
  ToReader,
} from './reading-messages.ts'
import { corrupt, expandsTooMuch, tookTooLong, UnreadableDocument } from './unreadable-document.ts'

const MB = 1024 * 1024
/** The thread stops itself at its limit; it is ended by force when it can't, in the middle of a page for instance. */
const GRACE_MS = 1_000
const WATCH_EVERY_MS = 200

export interface ReadingWatch {
  signal?: AbortSignal
  onProgress?: (progress: ReadingProgress) => void
}

/** One life of a thread that reads. After a limit, a crash or a cancelled reading it is over, and a new one is needed. */
export class ReadingThread {
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
    // Each reading listens for errors while it lasts; without a listener one in between would end the server.
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
        const timer = setTimeout(() => reject(tookTooLong(limitMs)), limitMs + GRACE_MS)
        stops.push(() => clearTimeout(timer), this.#watchMemory(reject))
        stops.push(onAbort(watch.signal, reject), this.#listen(resolve, reject, watch))
        this.#post({ type: 'read', order })
      })
    } catch (error) {
      // Only an answer of the thread's own leaves it free for the next file.
      if (!(error instanceof ReportedByThread)) await this.stop()
      throw error instanceof ReportedByThread ? error.reason : error
    } finally {
      for (const stop of stops) stop()
      this.#worker.unref()
    }
  }

  async stop(): Promise<void> {
    this.#alive = false
    await this.#worker.terminate()
  }

  #listen(
    resolve: (document: PreparedDocument) => void,
    reject: (error: Error) => void,
    watch: ReadingWatch,
  ) {
    const chunks: IndexedChunk[] = []
    const onMessage = (message: FromReader) => {
      if (message.type === 'progress') watch.onProgress?.(message.progress)
      else if (message.type === 'chunks') {
        for (const chunk of message.chunks) chunks.push(chunk)
        this.#post({ type: 'more' })
      } else if (message.type === 'done') resolve({ ...message.document, chunks })
      else if (message.type === 'unreadable')
        reject(new ReportedByThread(new UnreadableDocument(message.code, message.message)))
      else reject(new ReportedByThread(new Error(message.message)))
    }
    const onError = (error: Error) => reject(asReason(error))
    // Ended from outside, as when the server stops: nothing is wrong with the file.
    const onExit = () => reject(new Error('Reading was stopped before its end'))
    this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    return () => void this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  }

  /** A thread's limit counts only its objects; unpacked bytes lie outside and are seen in the process alone. */
  #watchMemory(reject: (error: Error) => void): () => void {
    const before = process.memoryUsage.rss()
    const timer = setInterval(() => {
      if (process.memoryUsage.rss() - before > 2 * this.#memoryBytes) reject(expandsTooMuch())
    }, WATCH_EVERY_MS)
    return () => clearInterval(timer)
  }

  #post(message: ToReader): void {
    this.#worker.postMessage(message)
  }
}

/** Each document has its own limit, and theirs together are that of the whole; what was read before is only split and indexed anew. */
const limitOf = ({ documents }: ReadingOrder): number =>
  documents.reduce((sum, document) => sum + ('kept' in document ? 0 : limitOfOne(document)), 0) ||
  DEFAULT_LIMITS.milliseconds

const limitOfOne = ({ options }: DocumentToRead): number =>
  options.limits?.milliseconds ?? DEFAULT_LIMITS.milliseconds

class ReportedByThread extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

const asReason = (error: Error) =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? expandsTooMuch() : corrupt('file', error)

function onAbort(signal: AbortSignal | undefined, reject: (reason: Error) => void): () => void {
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}
