import { machineMemory } from '../../../platform/threads/machine-memory.ts'
import type { PreparedDocument } from './index-document.ts'
import type { ReadingOrder } from './reading-messages.ts'
import { ReadingProcess, type ReadingWatch } from './reading-process.ts'

export interface DocumentReaderSettings {
  /** How many files are read at the same time. */
  size?: number
  /** A process without work ends after this time, so that an idle server stays small. */
  idleMs?: number
  /** Memory for one process's objects; what it unpacks may take as much again. */
  memoryMb?: number
}

/** With what it unpacks, a process takes at most half of a small machine. Text recognition needs this much anywhere. */
const mostMemoryMb = (): number => Math.max(Math.floor(machineMemory() / 4 / 1024 / 1024), 256)

/** A process that has read more would keep hundreds of megabytes; starting a new one is cheap in comparison. */
const LARGE_CHARACTERS = 2_000_000

/** Reads documents in processes, one at a time in each: a bad file ends neither the server nor other reads. Files are queued. */
export class DocumentReader {
  readonly #size: number
  readonly #idleMs: number
  readonly #memoryMb: number
  readonly #idle: { reading: ReadingProcess; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #processes = new Set<ReadingProcess>()
  #busy = 0

  constructor({ size = 1, idleMs = 60_000, memoryMb = 1536 }: DocumentReaderSettings = {}) {
    this.#size = size
    this.#idleMs = idleMs
    this.#memoryMb = Math.min(memoryMb, mostMemoryMb())
  }

  /** Returns the indexed document. Rejects with `UnreadableDocument` or the signal's reason. */
  async read(order: ReadingOrder, watch: ReadingWatch = {}): Promise<PreparedDocument> {
    await this.#acquireSlot(watch.signal)
    let reading: ReadingProcess | undefined
    let isLarge = false
    try {
      reading = this.#takeProcess()
      const document = await reading.read(order, watch)
      isLarge = document.characters > LARGE_CHARACTERS
      return document
    } finally {
      if (reading) this.#release(reading, isLarge)
      // Passes the slot to the next file in the queue.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  /** The number of processes, busy or idle. */
  get processes(): number {
    return this.#processes.size
  }

  /** Ends all processes and rejects reads in progress. */
  async stop(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    const processes = [...this.#processes]
    this.#processes.clear()
    await Promise.all(processes.map((reading) => reading.stop()))
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

  #takeProcess(): ReadingProcess {
    const idle = this.#idle.pop()
    if (idle) clearTimeout(idle.timer)
    if (idle?.reading.alive) return idle.reading
    if (idle) this.#processes.delete(idle.reading)
    const reading = new ReadingProcess(this.#memoryMb)
    this.#processes.add(reading)
    return reading
  }

  #release(reading: ReadingProcess, isLarge: boolean): void {
    if (!reading.alive) {
      this.#processes.delete(reading)
      return
    }
    if (isLarge) {
      this.#end(reading)
      return
    }
    const timer = setTimeout(() => this.#end(reading), this.#idleMs)
    timer.unref()
    this.#idle.push({ reading, timer })
  }

  #end(reading: ReadingProcess): void {
    const index = this.#idle.findIndex((idle) => idle.reading === reading)
    if (index !== -1) this.#idle.splice(index, 1)
    this.#processes.delete(reading)
    void reading.stop()
  }
}
