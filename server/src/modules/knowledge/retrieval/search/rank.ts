import { findTerm, type Place, type Postings } from './postings.ts'

/** BM25: how soon more of the same word stops counting, and how much long passages are held back. */
export interface Bm25 {
  k1: number
  b: number
}

/** A chunk of one of the lists, and how well it fits. */
export interface Ranked {
  list: number
  chunk: number
  score: number
}

/** What is to be found: each term with how often the question has it. */
export type Wanted = ReadonlyMap<number, number>

export function toWanted(terms: readonly number[]): Wanted {
  const wanted = new Map<number, number>()
  for (const term of terms) wanted.set(term, (wanted.get(term) ?? 0) + 1)
  return wanted
}

/** A term of a question: where it is in each of the lists, and how much it counts. */
interface Sought {
  places: (Place | undefined)[]
  weight: number
  /** How much of the question it is. */
  share: number
  times: number
}

let scratch = new Float64Array(0)

export class Ranking {
  readonly #lists: readonly Postings[]
  readonly #chunks: number
  readonly #averageLength: number
  readonly #sought = new Map<Wanted, Sought[]>()
  readonly #having: ReadonlyMap<number, number>

  /**
   * The lists are ranked together, as if they were one. `having`: in how many chunks a term is, for terms that the lists do not have
   * all chunks of.
   */
  constructor(lists: readonly Postings[], having: ReadonlyMap<number, number> = new Map()) {
    this.#lists = lists
    this.#having = having
    let chunks = 0
    let length = 0
    for (const list of lists) {
      chunks += list.lengths.length
      length += lengthOf(list)
    }
    this.#chunks = chunks
    this.#averageLength = chunks === 0 ? 1 : Math.max(1, length / chunks)
  }

  /** The best chunks, in no order. */
  best(wanted: Wanted, limit: number, { k1, b }: Bm25): Ranked[] {
    const scores = this.#zeros()
    for (const { places, weight, times } of this.#seek(wanted)) {
      for (let index = 0; index < places.length; index++) {
        const place = places[index]
        const list = this.#lists[index]
        const sum = scores[index]
        if (place && list && sum) this.#add(sum, list, place, weight * times, k1, b)
      }
    }
    return pickBest(scores, limit)
  }

  /** One for each chunk of each list. The same memory serves every question: it is megabytes, and costly to collect. */
  #zeros(): Float64Array[] {
    if (scratch.length < this.#chunks) scratch = new Float64Array(this.#chunks)
    scratch.fill(0, 0, this.#chunks)
    let start = 0
    return this.#lists.map(({ lengths }) => {
      const own = scratch.subarray(start, start + lengths.length)
      start += lengths.length
      return own
    })
  }

  /** The score of one chunk, as `best` computes it. */
  scoreOf(wanted: Wanted, { list: index, chunk }: { list: number; chunk: number }, { k1, b }: Bm25): number {
    const list = this.#lists[index]
    if (!list) return 0
    const length = k1 * (1 - b) + ((k1 * b) / this.#averageLength) * (list.lengths[chunk] ?? 0)
    let score = 0
    for (const { places, weight, times } of this.#seek(wanted)) {
      const place = places[index]
      const at = place ? findChunk(list, place, chunk) : -1
      const count = at < 0 ? 0 : (list.counts[at] ?? 0)
      score += (weight * times * count * (k1 + 1)) / (count + length)
    }
    return score
  }

  /** How much of the question a chunk has, from 0 to 1, where rare words count for more. */
  coverage(wanted: Wanted, { list: index, chunk }: { list: number; chunk: number }): number {
    let has = 0
    let all = 0
    for (const { places, share } of this.#seek(wanted)) {
      all += share
      const place = places[index]
      const list = this.#lists[index]
      if (place && list && findChunk(list, place, chunk) >= 0) has += share
    }
    return all === 0 ? 0 : has / all
  }

  /** Looked up once for a question, however many passages are compared with it. */
  #seek(wanted: Wanted): Sought[] {
    let sought = this.#sought.get(wanted)
    if (!sought) {
      sought = Array.from(wanted, ([term, times]) => {
        const places = this.#lists.map((list) => findTerm(list, term))
        let having = this.#having.get(term) ?? 0
        if (having === 0) for (const place of places) if (place) having += place.end - place.start
        return {
          places,
          weight: idf(having, this.#chunks),
          share: idf(Math.max(1, having), this.#chunks + BACKGROUND),
          times,
        }
      })
      this.#sought.set(wanted, sought)
    }
    return sought
  }

  #add(
    sum: Float64Array,
    list: Postings,
    { start, end }: Place,
    weight: number,
    k1: number,
    b: number,
  ): void {
    const { chunks, counts, lengths } = list
    const scale = (k1 * b) / this.#averageLength
    const base = k1 * (1 - b)
    for (let at = start; at < end; at++) {
      const chunk = chunks[at] as number
      const count = counts[at] as number
      sum[chunk] =
        (sum[chunk] as number) +
        (weight * count * (k1 + 1)) / (count + base + scale * (lengths[chunk] as number))
    }
  }
}

/**
 * How rare a word is in a small base says little about it: of a note on Rome every paragraph may have "Rome". So coverage is reckoned as if
 * so many more chunks were there that have none of the words. Measured: without them a base of one chunk keeps back a fifth of its right answers.
 */
const BACKGROUND = 30

/** Words that few chunks have say more. */
const idf = (having: number, chunks: number): number => Math.log(1 + (chunks - having + 0.5) / (having + 0.5))

const sums = new WeakMap<Uint32Array, number>()

/** How many terms all of its chunks have together. Lengths do not change. */
function lengthOf({ lengths }: Postings): number {
  let length = sums.get(lengths)
  if (length === undefined) {
    length = 0
    for (const one of lengths) length += one
    sums.set(lengths, length)
  }
  return length
}

/** Where it stands among the list's chunks, or -1. */
function findChunk({ chunks }: Postings, { start, end }: Place, chunk: number): number {
  let low = start
  let high = end - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = chunks[middle] ?? 0
    if (found === chunk) return middle
    if (found < chunk) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Those with more than 0, in no order: who puts several of these lists together orders them only then. */
export function pickBest(scores: readonly Float64Array[], limit: number): Ranked[] {
  const { least, equals } = findLeast(scores, limit)
  const best: Ranked[] = []
  let left = equals
  for (const [list, sums] of scores.entries()) {
    for (let chunk = 0; chunk < sums.length; chunk++) {
      const score = sums[chunk] as number
      // `<=` would leave out NaN no better: what is no number is no score.
      if (!(score >= least)) continue
      if (score === least && left-- <= 0) continue
      best.push({ list, chunk, score })
    }
  }
  return best
}

/**
 * The score of the last one that is taken, and how many of just that score are. The best so far are kept as a heap with the least of them
 * on top: most scores are below it, and cost one comparison.
 */
function findLeast(scores: readonly Float64Array[], limit: number): { least: number; equals: number } {
  const heap = new Float64Array(limit)
  let size = 0
  for (const sums of scores) {
    for (let chunk = 0; chunk < sums.length; chunk++) {
      const score = sums[chunk] as number
      if (!(score > 0)) continue
      if (size < limit) rise(heap, size++, score)
      else if (score > (heap[0] as number)) sink(heap, size, score)
    }
  }
  if (size < limit) return { least: Number.MIN_VALUE, equals: size }
  const least = heap[0] as number
  let equals = 0
  for (const score of heap) if (score === least) equals++
  return { least, equals }
}

function rise(heap: Float64Array, from: number, score: number): void {
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if ((heap[above] as number) <= score) break
    heap[at] = heap[above] as number
    at = above
  }
  heap[at] = score
}

/** Takes the place of the top. */
function sink(heap: Float64Array, size: number, score: number): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= size) break
    if (below + 1 < size && (heap[below + 1] as number) < (heap[below] as number)) below++
    if ((heap[below] as number) >= score) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = score
}
