export interface PendingCall<T> {
  resolve(answer: T): void
  reject(error: unknown): void
}

/** How many calls can wait at once. An id is a place in the list and a number that counts the calls. */
const PLACES = 2 ** 20
/** Ids stay exact integers. A number comes again after eight billion calls, when the call that had it is long gone. */
const NUMBERS = 2 ** 33

/**
 * Calls to a thread that wait for its answer. A list and not a Map: the tables of a map to which every request adds
 * something keep those requests in memory (see `OpenList`).
 */
export class PendingCalls<T> {
  readonly #calls: (PendingCall<T> | undefined)[] = []
  readonly #ids: number[] = []
  readonly #free: number[] = []
  #lastNumber = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Returns the id with which the thread answers. */
  add(call: PendingCall<T>): number {
    const place = this.#free.pop() ?? this.#calls.length
    this.#lastNumber = (this.#lastNumber + 1) % NUMBERS
    const id = this.#lastNumber * PLACES + place
    this.#calls[place] = call
    this.#ids[place] = id
    this.#size++
    return id
  }

  get(id: number): PendingCall<T> | undefined {
    const place = id % PLACES
    return this.#ids[place] === id ? this.#calls[place] : undefined
  }

  /** Undefined if it no longer waits. */
  take(id: number): PendingCall<T> | undefined {
    const call = this.get(id)
    if (call === undefined) return undefined
    const place = id % PLACES
    this.#calls[place] = undefined
    this.#free.push(place)
    this.#size--
    return call
  }

  rejectAll(error: unknown): void {
    for (const id of [...this.#ids]) this.take(id)?.reject(error)
  }
}
