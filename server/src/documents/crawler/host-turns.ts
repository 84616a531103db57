/** One request at a time per host, with a gap in between, for all callers. */
export class HostTurns {
  readonly #last = new Map<string, Promise<void>>()

  /** The number of hosts with running or waiting requests. */
  get size(): number {
    return this.#last.size
  }

  async take<T>(host: string, gapMs: () => number, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const before = this.#last.get(host) ?? Promise.resolve()
    let release: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      release = resolve
    })
    const turn = before.then(() => done)
    this.#last.set(host, turn)
    void turn.then(() => {
      if (this.#last.get(host) === turn) this.#last.delete(host)
    })
    let isCalled = false
    try {
      await orAborted(before, signal)
      isCalled = true
      return await call()
    } finally {
      // A caller that left before its turn delays no one.
      if (isCalled) setTimeout(release, gapMs()).unref()
      else release()
    }
  }
}

function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    void promise.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
  })
}
