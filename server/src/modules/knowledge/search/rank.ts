import { findTerm, type Postings } from './postings.ts'

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

export class Ranking {
  readonly #lists: readonly Postings[]
  readonly #chunks: number
  readonly #averageLength: number

  /** The lists are ranked together, as if they were one. */
  constructor(lists: readonly Postings[]) {
    this.#lists = lists
    let chunks = 0
    let length = 0
    for (const list of lists) {
      chunks += list.lengths.length
      for (const one of list.lengths) length += one
    }
    this.#chunks = chunks
    this.#averageLength = chunks === 0 ? 1 : Math.max(1, length / chunks)
  }

  /** The best chunks, best first. */
  best(wanted: Wanted, limit: number, { k1, b }: Bm25): Ranked[] {
    const scores = this.#lists.map((list) => new Float64Array(list.lengths.length))
    for (const [term, times] of wanted) {
      const places = this.#lists.map((list) => findTerm(list, term))
      const weight = this.#weigh(places) * times
      for (const [index, place] of places.entries()) {
        const list = this.#lists[index]
        const sum = scores[index]
        if (place && list && sum) this.#add(sum, list, place, weight, k1, b)
      }
    }
    return pickBest(scores, limit)
  }

  /** How much of the question a chunk has, from 0 to 1, where rare words count for more. */
  coverage(wanted: Wanted, { list: index, chunk }: { list: number; chunk: number }): number {
    let has = 0
    let all = 0
    for (const term of wanted.keys()) {
      const places = this.#lists.map((list) => findTerm(list, term))
      const weight = this.#weigh(places)
      all += weight
      const place = places[index]
      const list = this.#lists[index]
      if (place && list && hasChunk(list, place, chunk)) has += weight
    }
    return all === 0 ? 0 : has / all
  }

  #add(
    sum: Float64Array,
    list: Postings,
    { start, end }: { start: number; end: number },
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

  /** Words that few chunks have say more. */
  #weigh(places: readonly ({ start: number; end: number } | undefined)[]): number {
    let having = 0
    for (const place of places) if (place) having += place.end - place.start
    return Math.log(1 + (this.#chunks - having + 0.5) / (having + 0.5))
  }
}

function hasChunk(
  { chunks }: Postings,
  { start, end }: { start: number; end: number },
  chunk: number,
): boolean {
  let low = start
  let high = end - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = chunks[middle] ?? 0
    if (found === chunk) return true
    if (found < chunk) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** Those with more than 0, best first. */
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
  return best.sort((a, b) => b.score - a.score || a.list - b.list || a.chunk - b.chunk)
}

/** The score of the last one that is taken, and how many of just that score are. Numbers alone are sorted many times faster than objects. */
function findLeast(scores: readonly Float64Array[], limit: number): { least: number; equals: number } {
  const all = new Float64Array(scores.reduce((sum, sums) => sum + sums.length, 0))
  let count = 0
  for (const sums of scores) for (const score of sums) if (score > 0) all[count++] = score
  if (count <= limit) return { least: Number.MIN_VALUE, equals: count }
  const sorted = all.subarray(0, count).sort()
  const least = sorted[count - limit] as number
  let equals = 0
  for (let at = count - limit; at < count && sorted[at] === least; at++) equals++
  return { least, equals }
}
