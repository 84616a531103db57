import type { Postings } from './postings.ts'

const MAX_COUNT = 255

/**
 * Collects which terms each chunk has, chunk after chunk, and puts them in order without sorting anything but the terms themselves: a
 * long document has millions of places, and sorting those would take most of the time of reading it.
 */
export class PostingsBuilder {
  readonly #numbers = new Map<number, number>()
  readonly #terms: number[] = []
  /** For each term, where its last place is among those below. */
  readonly #last: number[] = []
  readonly #placeTerm = new GrowingList()
  readonly #placeChunk = new GrowingList()
  readonly #placeCount = new GrowingList()
  readonly #lengths: number[] = []

  /** A short number that stands for the term in `add`. */
  numberOf(term: number): number {
    let number = this.#numbers.get(term)
    if (number === undefined) {
      number = this.#terms.length
      this.#numbers.set(term, number)
      this.#terms.push(term)
      this.#last.push(-1)
    }
    return number
  }

  beginChunk(): void {
    this.#lengths.push(0)
  }

  /** The chunk that was begun last has the term. */
  add(number: number): void {
    const chunk = this.#lengths.length - 1
    this.#lengths[chunk] = (this.#lengths[chunk] ?? 0) + 1
    const last = this.#last[number] as number
    if (last >= 0 && this.#placeChunk.at(last) === chunk) {
      const count = this.#placeCount.at(last)
      if (count < MAX_COUNT) this.#placeCount.set(last, count + 1)
      return
    }
    this.#last[number] = this.#placeTerm.length
    this.#placeTerm.push(number)
    this.#placeChunk.push(chunk)
    this.#placeCount.push(1)
  }

  finish(): Postings {
    const order = this.#terms.map((_term, number) => number)
    order.sort((a, b) => (this.#terms[a] as number) - (this.#terms[b] as number))
    const rank = new Uint32Array(order.length)
    for (const [at, number] of order.entries()) rank[number] = at

    const places = this.#placeTerm.length
    const offsets = new Uint32Array(order.length + 1)
    for (let at = 0; at < places; at++) {
      const next = (rank[this.#placeTerm.at(at)] as number) + 1
      offsets[next] = (offsets[next] as number) + 1
    }
    for (let at = 1; at < offsets.length; at++)
      offsets[at] = (offsets[at] as number) + (offsets[at - 1] as number)

    const free = offsets.slice(0, order.length)
    const chunks = new Uint32Array(places)
    const counts = new Uint8Array(places)
    for (let at = 0; at < places; at++) {
      const term = rank[this.#placeTerm.at(at)] as number
      const to = free[term] as number
      free[term] = to + 1
      chunks[to] = this.#placeChunk.at(at)
      counts[to] = this.#placeCount.at(at)
    }
    return {
      terms: Uint32Array.from(order, (number) => this.#terms[number] as number),
      offsets,
      chunks,
      counts,
      lengths: Uint32Array.from(this.#lengths),
    }
  }
}

/** An array of numbers in a quarter of the room that JavaScript's own takes. */
class GrowingList {
  #numbers = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = value
  }

  at(index: number): number {
    return this.#numbers[index] as number
  }

  set(index: number, value: number): void {
    this.#numbers[index] = value
  }
}
