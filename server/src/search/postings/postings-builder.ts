import type { Postings } from './postings.ts'

const MAX_COUNT = 255

/**
 * Collects the terms of each chunk and orders them by sorting only the terms: a long document has millions of
 * positions, and sorting those would take most of the processing time.
 */
export class PostingsBuilder {
  readonly #numbers = new Map<number, number>()
  readonly #terms: number[] = []
  /** For each term, the index of its last entry below. */
  readonly #last: number[] = []
  readonly #placeTerm = new GrowingList((size) => new Uint32Array(size))
  readonly #placeCount = new GrowingList((size) => new Uint8Array(size))
  /** The start of each chunk's entries. */
  readonly #firstPlaces: number[] = []
  readonly #lengths: number[] = []

  /** A short id of the term, for `add`. */
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
    this.#firstPlaces.push(this.#placeTerm.length)
  }

  /** Adds the term to the current chunk. */
  add(number: number): void {
    const chunk = this.#lengths.length - 1
    this.#lengths[chunk] = (this.#lengths[chunk] ?? 0) + 1
    const last = this.#last[number] as number
    if (last >= (this.#firstPlaces[chunk] as number)) {
      const count = this.#placeCount.at(last)
      if (count < MAX_COUNT) this.#placeCount.set(last, count + 1)
      return
    }
    this.#last[number] = this.#placeTerm.length
    this.#placeTerm.push(number)
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
    let at = 0
    for (let chunk = 0; chunk < this.#lengths.length; chunk++) {
      const end = this.#firstPlaces[chunk + 1] ?? places
      for (; at < end; at++) {
        const term = rank[this.#placeTerm.at(at)] as number
        const to = free[term] as number
        free[term] = to + 1
        chunks[to] = chunk
        counts[to] = this.#placeCount.at(at)
      }
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

const BLOCK_BITS = 14
const BLOCK = 1 << BLOCK_BITS

/** Grows in blocks, so that a long list is never copied: copies would take more memory than the lists themselves. */
class GrowingList<Block extends Uint32Array | Uint8Array> {
  readonly #blocks: Block[] = []
  readonly #create: (size: number) => Block
  length = 0

  constructor(create: (size: number) => Block) {
    this.#create = create
  }

  push(value: number): void {
    const at = this.length++
    if ((at & (BLOCK - 1)) === 0) this.#blocks.push(this.#create(BLOCK))
    this.set(at, value)
  }

  at(index: number): number {
    return (this.#blocks[index >>> BLOCK_BITS] as Block)[index & (BLOCK - 1)] as number
  }

  set(index: number, value: number): void {
    const block = this.#blocks[index >>> BLOCK_BITS] as Block
    block[index & (BLOCK - 1)] = value
  }
}
