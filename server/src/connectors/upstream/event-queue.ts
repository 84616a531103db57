import type { ModelEvent } from '../connector.ts'

export interface EventProducer {
  /** The consumer is waiting and the queue is empty: add events and `deliver`, now or later. */
  pull(): void
  /** The consumer has stopped: stop generating. */
  leave(): void
}

type Result = IteratorResult<ModelEvent, undefined>

/**
 * A hand-written async iterator, because every token passes through it: adding many events at once costs one
 * promise, while a generator or a web stream would cost several per event. For one consumer that awaits each
 * `next()`, as `for await` does.
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

  /** Whether no more events will be added. */
  get closed(): boolean {
    return this.#closed
  }

  /** The producer adds events here. */
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

  /** Passes the first event, or the end, to a waiting consumer. */
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

  /** Events that were added before are delivered first. */
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
