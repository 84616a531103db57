import type { PreparedDocument } from '../../ingestion/index-document.ts'
import type { ReadingOrder } from './reading-messages.ts'
import { ReadingThread, type ReadingWatch } from './reading-thread.ts'

export interface DocumentReaderSettings {
  /** How many files are read at the same time. */
  size?: number
  /** A thread without work ends after this time, so that an idle server stays small. */
  idleMs?: number
  /** Memory for one thread's objects; what it unpacks may take as much again. */
  memoryMb?: number
}

/** A thread that has read more than this would keep hundreds of megabytes; starting another one costs much less than the reading did. */
const LARGE_CHARACTERS = 2_000_000

/** Reads documents in threads of their own: a bad file can't hold up or take down the server. Files wait in turn. */
export class DocumentReader {
  readonly #size: number
  readonly #idleMs: number
  readonly #memoryMb: number
  readonly #idle: { thread: ReadingThread; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #threads = new Set<ReadingThread>()
  #busy = 0

  constructor({ size = 1, idleMs = 10_000, memoryMb = 1536 }: DocumentReaderSettings = {}) {
    this.#size = size
    this.#idleMs = idleMs
    this.#memoryMb = memoryMb
  }

  /** A document ready to be found. Refused with `UnreadableDocument`, or with the signal's reason. */
  async read(order: ReadingOrder, watch: ReadingWatch = {}): Promise<PreparedDocument> {
    await this.#turn(watch.signal)
    let thread: ReadingThread | undefined
    let isLarge = false
    try {
      thread = this.#takeThread()
      const document = await thread.read(order, watch)
      isLarge = document.characters > LARGE_CHARACTERS
      return document
    } finally {
      if (thread) this.#giveBack(thread, isLarge)
      // The slot goes straight to the next in the queue.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  /** How many threads there are now, at work or waiting for it. */
  get threads(): number {
    return this.#threads.size
  }

  /** Ends all threads; a reading under way is refused. */
  async stop(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    const threads = [...this.#threads]
    this.#threads.clear()
    await Promise.all(threads.map((thread) => thread.stop()))
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
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

  #takeThread(): ReadingThread {
    const idle = this.#idle.pop()
    if (idle) clearTimeout(idle.timer)
    if (idle?.thread.alive) return idle.thread
    if (idle) this.#threads.delete(idle.thread)
    const thread = new ReadingThread(this.#memoryMb)
    this.#threads.add(thread)
    return thread
  }

  #giveBack(thread: ReadingThread, isLarge: boolean): void {
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

  #end(thread: ReadingThread): void {
    const index = this.#idle.findIndex((idle) => idle.thread === thread)
    if (index !== -1) this.#idle.splice(index, 1)
    this.#threads.delete(thread)
    void thread.stop()
  }
}
