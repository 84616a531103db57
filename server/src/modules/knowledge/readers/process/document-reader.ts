import type { PreparedDocument } from '../../ingestion/index-document.ts'
import type { ReadingOrder } from './reading-messages.ts'
import { ReadingProcess, type ReadingWatch } from './reading-process.ts'

export interface DocumentReaderSettings {
  /** How many files are read at the same time. */
  size?: number
  /** A thread without work ends after this time, so that an idle server stays small. */
  idleMs?: number
  /** Memory for one thread's objects; what it unpacks may take as much again. */
  memoryMb?: number
}

/** A thread that has read more would keep hundreds of megabytes; starting a new one is cheap in comparison. */
const LARGE_CHARACTERS = 2_000_000

/** Reads documents in worker threads, so that a bad file can't block or crash the server. Files are queued. */
export class DocumentReader {
  readonly #size: number
  readonly #idleMs: number
  readonly #memoryMb: number
  readonly #idle: { thread: ReadingProcess; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #threads = new Set<ReadingProcess>()
  #busy = 0

  constructor({ size = 1, idleMs = 10_000, memoryMb = 1536 }: DocumentReaderSettings = {}) {
    this.#size = size
    this.#idleMs = idleMs
    this.#memoryMb = memoryMb
  }

  /** Returns the indexed document. Rejects with `UnreadableDocument` or the signal's reason. */
  async read(order: ReadingOrder, watch: ReadingWatch = {}): Promise<PreparedDocument> {
    await this.#acquireSlot(watch.signal)
    let thread: ReadingProcess | undefined
    let isLarge = false
    try {
      thread = this.#takeThread()
      const document = await thread.read(order, watch)
      isLarge = document.characters > LARGE_CHARACTERS
      return document
    } finally {
      if (thread) this.#release(thread, isLarge)
      // Passes the slot to the next file in the queue.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  /** The number of threads, busy or idle. */
  get threads(): number {
    return this.#threads.size
  }

  /** Ends all threads and rejects reads in progress. */
  async stop(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    const threads = [...this.#threads]
    this.#threads.clear()
    await Promise.all(threads.map((thread) => thread.stop()))
  }

  async #acquireSlot(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#busy < this.#size) this.#busy += 1
    else await this.#wait(signal)
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const index = this.#waiting.indexOf(enter)
        if (index !== -1) this.#waiting.splice(index, 1)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }

  #takeThread(): ReadingProcess {
    const idle = this.#idle.pop()
    if (idle) clearTimeout(idle.timer)
    if (idle?.thread.alive) return idle.thread
    if (idle) this.#threads.delete(idle.thread)
    const thread = new ReadingProcess(this.#memoryMb)
    this.#threads.add(thread)
    return thread
  }

  #release(thread: ReadingProcess, isLarge: boolean): void {
    if (!thread.alive) {
      this.#threads.delete(thread)
      return
    }
    if (isLarge) {
      this.#end(thread)
      return
    }
    const timer = setTimeout(() => this.#end(thread), this.#idleMs)
    timer.unref()
    this.#idle.push({ thread, timer })
  }

  #end(thread: ReadingProcess): void {
    const index = this.#idle.findIndex((idle) => idle.thread === thread)
    if (index !== -1) this.#idle.splice(index, 1)
    this.#threads.delete(thread)
    void thread.stop()
  }
}
