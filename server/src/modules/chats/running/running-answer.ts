/** How long an answer continues without a reader: long enough for a reload or a tunnel. */
const PATIENCE_MS = 60_000
/** No model gives an answer this long; a faulty one must not fill the memory. */
const MAX_BYTES = 32 * 1024 * 1024

/** An answer that is being written, here or on another instance. */
export interface FollowedAnswer {
  /** The headers that the first reader got. */
  readonly headers: Readonly<Record<string, string>>
  /** The events after the first `after`, as they arrive. Ends with the answer or the signal. */
  follow(after: number, signal: AbortSignal): AsyncGenerator<string, void, undefined>
  /** This instance is stopping, and its answers end with it. */
  cancel(reason: Error): void
}

/** An answer that this instance is writing. All events are kept, so that later readers miss nothing. */
export class RunningAnswer implements FollowedAnswer {
  readonly #frames: string[] = []
  readonly #waiting = new Set<() => void>()
  readonly #cancel: (reason: Error) => void
  readonly #patienceMs: number
  #bytes = 0
  #readers = 0
  #isOver = false
  #leaving: NodeJS.Timeout | undefined
  readonly over: Promise<void>
  #end: () => void = () => undefined

  constructor(
    readonly headers: Readonly<Record<string, string>>,
    cancel: (reason: Error) => void,
    patienceMs = PATIENCE_MS,
  ) {
    this.#cancel = cancel
    this.#patienceMs = patienceMs
    this.over = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#lookForReaders()
  }

  write(frame: string): void {
    if (this.#isOver || frame === '') return
    this.#frames.push(frame)
    this.#bytes += frame.length
    this.#wake()
    if (this.#bytes > MAX_BYTES) this.cancel(new Error('the answer is too long'))
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#leaving)
    this.#wake()
    this.#end()
  }

  cancel(reason: Error): void {
    if (!this.#isOver) this.#cancel(reason)
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    for await (const frames of this.followFrames(after, signal)) yield frames.join('')
  }

  /** The same in batches: all events that are available. */
  async *followFrames(after: number, signal: AbortSignal): AsyncGenerator<string[], void, undefined> {
    this.#readers++
    clearTimeout(this.#leaving)
    let read = after
    try {
      while (!signal.aborted) {
        if (read < this.#frames.length) {
          const news = this.#frames.slice(read)
          read += news.length
          yield news
        } else if (this.#isOver) return
        else await this.#news(signal)
      }
    } finally {
      this.#readers--
      this.#lookForReaders()
    }
  }

  #lookForReaders(): void {
    if (this.#readers > 0 || this.#isOver) return
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.cancel(new Error('the answer has no reader')), this.#patienceMs)
    this.#leaving.unref()
  }

  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiting.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done()
  }
}
