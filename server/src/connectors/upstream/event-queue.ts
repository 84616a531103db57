import type { ModelEvent } from '../connector.ts'

export interface EventProducer {
  /** The reader waits and nothing is queued: add events and `deliver`, now or later. */
  pull(): void
  /** The reader has left: stop generating. */
  leave(): void
}

type Result = IteratorResult<ModelEvent, undefined>

/**
 * An async iterator written by hand, because it is on the path of every token: a producer that adds many events at a time
 * costs one promise, and a generator or a web stream would cost several per event.
 * For one reader that awaits each `next()`, as `for await` does.
 */
export class EventQueue implements AsyncIterator<ModelEvent, undefined> {
  readonly #producer: EventProducer
  #events: ModelEvent[] = []
  #next = 0
  #failure: { error: unknown } | undefined
  #closed = false
  #waiter: { resolve(result: Result): void; reject(error: unknown): void } | undefined

  constructor(producer: EventProducer) {
    this.#producer = producer
  }

  get waiting(): boolean {
    return this.#waiter !== undefined
  }

  /** Nothing will be added any more. */
  get closed(): boolean {
    return this.#closed
  }

  /** Where the producer adds. */
  get events(): ModelEvent[] {
    if (this.#next > 0 && this.#next >= this.#events.length) {
      this.#events = []
      this.#next = 0
    }
    return this.#events
  }

  next(): Promise<Result> {
    const event = this.#events[this.#next]
    if (event) {
      this.#next++
      return Promise.resolve({ value: event, done: false })
    }
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject }
      if (this.#closed) this.deliver()
      else this.#producer.pull()
    })
  }

  return(): Promise<Result> {
    this.drop()
    this.#failure = undefined
    this.close()
    this.#producer.leave()
    return Promise.resolve({ value: undefined, done: true })
  }

  /** Hands the first of the added events, or the end, to a reader that waits. */
  deliver(): void {
    const waiter = this.#waiter
    const event = this.#events[this.#next]
    if (!waiter || (!event && !this.#closed)) return
    this.#waiter = undefined
    if (event) {
      this.#next++
      waiter.resolve({ value: event, done: false })
    } else if (this.#failure) {
      waiter.reject(this.#failure.error)
      this.#failure = undefined
    } else {
      waiter.resolve({ value: undefined, done: true })
    }
  }

  close(): void {
    this.#closed = true
    this.deliver()
  }

  /** Events that were added before are still delivered first. */
  fail(error: unknown): void {
    if (this.#closed) return
    this.#failure = { error }
    this.close()
  }

  drop(): void {
    this.#events = []
    this.#next = 0
  }
}
