/** How long an answer goes on without anybody who reads it: long enough for a reload or a train's tunnel. */
const PATIENCE_MS = 60_000
/** No answer of a model is this long; something that is must not fill the memory. */
const MAX_BYTES = 32 * 1024 * 1024

export interface RunningAnswersOptions {
  patienceMs?: number
}

/** An answer while it is being written: kept from its first word, so that whoever comes later misses nothing. */
export class RunningAnswer {
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
    /** What the first reader got as headers. */
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

  /** What is written after the first `after` frames, as it comes: everything that is there in one piece. Ends with the answer or the signal. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    this.#readers++
    clearTimeout(this.#leaving)
    let read = after
    try {
      while (!signal.aborted) {
        if (read < this.#frames.length) {
          const news = this.#frames.slice(read)
          read += news.length
          yield news.join('')
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
    this.#leaving = setTimeout(
      () => this.cancel(new Error('nobody reads the answer any more')),
      this.#patienceMs,
    )
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

/** The answers that this instance is writing, each for one person in one chat. */
export function createRunningAnswers({ patienceMs }: RunningAnswersOptions = {}) {
  const running = new Map<string, RunningAnswer>()
  const keyOf = (userId: number, chatId: string): string => `${userId}/${chatId}`

  return {
    /** From now on this is the chat's answer, until it ends. */
    begin(
      userId: number,
      chatId: string,
      headers: Record<string, string>,
      cancel: (reason: Error) => void,
    ): RunningAnswer {
      const key = keyOf(userId, chatId)
      const answer = new RunningAnswer(headers, cancel, patienceMs)
      running.set(key, answer)
      void answer.over.then(() => {
        if (running.get(key) === answer) running.delete(key)
      })
      return answer
    },
    find: (userId: number, chatId: string): RunningAnswer | undefined => running.get(keyOf(userId, chatId)),
  }
}

export type RunningAnswers = ReturnType<typeof createRunningAnswers>
