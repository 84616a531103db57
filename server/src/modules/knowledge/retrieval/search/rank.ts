import { pickBest, type Ranked } from './pick-best.ts'
import { findTerm, firstFrom, hasChunk, type Place, type Postings, totalOf } from './postings.ts'
import { lengthsOf, type Sections } from './sections.ts'

/** BM25: how soon more of the same word stops counting, and how much long passages are held back. */
export interface Bm25 {
  k1: number
  b: number
}

/** A word of the question. Any of its terms stands for it: they are its stems in the languages of the documents. */
export interface WantedWord {
  terms: readonly number[]
  /** How much it counts: how often the question has it, less in a sentence that only gives context. */
  times: number
}
export type Wanted = readonly WantedWord[]

/** Each term for itself. */
export function toWanted(terms: readonly number[]): Wanted {
  const times = new Map<number, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  return Array.from(times, ([term, count]) => ({ terms: [term], times: count }))
}

/** Chunks that are ranked together, in sections. */
export interface RankedList {
  postings: Postings
  sections: Sections
}

interface Sought {
  /** For each list, where the chunks of its terms are. */
  places: Place[][]
  weight: number
  /** How much of the question it is. */
  share: number
  times: number
}

/** How much of a score is that of the section, measured: docs/decisions/0026. */
const SECTION_WEIGHT = 0.7

let scratch = new Float64Array(0)

export class Ranking {
  readonly #lists: readonly RankedList[]
  readonly #chunks: number
  readonly #sections: number
  readonly #averageLength: number
  readonly #averageSection: number
  readonly #sought = new Map<Wanted, Sought[]>()
  readonly #having: ReadonlyMap<number, number>

  /**
   * The lists are ranked together, as if they were one. `having`: in how many chunks a term is, for terms that the lists do not have
   * all chunks of.
   */
  constructor(lists: readonly RankedList[], having: ReadonlyMap<number, number> = new Map()) {
    this.#lists = lists
    this.#having = having
    let chunks = 0
    let sections = 0
    let length = 0
    for (const { postings, sections: own } of lists) {
      chunks += postings.lengths.length
      sections += own.count
      length += totalOf(postings)
    }
    this.#chunks = chunks
    this.#sections = sections
    this.#averageLength = chunks === 0 ? 1 : Math.max(1, length / chunks)
    this.#averageSection = sections === 0 ? 1 : Math.max(1, length / sections)
  }

  /** The best chunks, in no order. The best possible score is 1. */
  best(wanted: Wanted, limit: number, bm25: Bm25): Ranked[] {
    const { own, sections } = this.#zeros()
    for (const { places, weight, times } of this.#seek(wanted))
      for (const [index, ofList] of places.entries())
        for (const place of ofList)
          this.#add(
            own[index] as Float64Array,
            sections[index] as Float64Array,
            index,
            place,
            weight * times,
            bm25,
          )
    this.#join(own, sections)
    return pickBest(own, limit)
  }

  /** For each list, zeros for its chunks and its sections. The same memory serves every question: it is megabytes, and costly to collect. */
  #zeros() {
    const size = this.#chunks + this.#sections
    if (scratch.length < size) scratch = new Float64Array(size)
    scratch.fill(0, 0, size)
    let start = 0
    const take = (length: number) => {
      start += length
      return scratch.subarray(start - length, start)
    }
    return {
      own: this.#lists.map(({ postings }) => take(postings.lengths.length)),
      sections: this.#lists.map(({ sections }) => take(sections.count)),
    }
  }

  #add(
    own: Float64Array,
    ofSections: Float64Array,
    index: number,
    { start, end }: Place,
    weight: number,
    { k1, b }: Bm25,
  ): void {
    const { postings, sections } = this.#lists[index] as RankedList
    const { chunks, counts, lengths } = postings
    const sectionLengths = lengthsOf(sections, lengths)
    const scale = (k1 * b) / this.#averageLength
    const sectionScale = (k1 * b) / this.#averageSection
    const base = k1 * (1 - b)
    const most = weight * (k1 + 1)
    let section = -1
    let inSection = 0
    const close = (): void => {
      if (section < 0) return
      ofSections[section] =
        (ofSections[section] as number) +
        (most * inSection) / (inSection + base + sectionScale * (sectionLengths[section] as number))
    }
    for (let at = start; at < end; at++) {
      const chunk = chunks[at] as number
      const count = counts[at] as number
      own[chunk] =
        (own[chunk] as number) + (most * count) / (count + base + scale * (lengths[chunk] as number))
      const next = sections.of[chunk] as number
      if (next !== section) {
        close()
        section = next
        inSection = 0
      }
      inSection += count
    }
    close()
  }

  /** Adds to each chunk's own score what its section has: all of it for the section's best chunk. Both as shares of the best. */
  #join(own: readonly Float64Array[], ofSections: readonly Float64Array[]): void {
    const most = maxOf(own)
    const mostOfSections = maxOf(ofSections)
    if (most === 0) return
    for (const [index, scores] of own.entries()) {
      const sections = (this.#lists[index] as RankedList).sections.of
      const of = ofSections[index] as Float64Array
      for (let start = 0; start < scores.length; ) {
        const section = sections[start] as number
        let end = start
        let bestHere = 0
        for (; end < scores.length && sections[end] === section; end++)
          bestHere = Math.max(bestHere, scores[end] as number)
        const support = bestHere === 0 ? 0 : (of[section] as number) / mostOfSections / bestHere
        for (; start < end; start++) scores[start] = (scores[start] as number) * joined(1 / most, support)
      }
    }
  }

  /** The scores of these chunks, as `best` computes them if it finds no better ones. */
  scoresOf(wanted: Wanted, only: readonly { list: number; chunk: number }[], bm25: Bm25): Ranked[] {
    const found = only.map((place) => ({ ...place, ...this.#scoreOf(wanted, place, bm25) }))
    const most = found.reduce((max, { own }) => Math.max(max, own), 0)
    const mostOfSections = found.reduce((max, { section }) => Math.max(max, section), 0)
    return found.map(({ list, chunk, own, section, bestHere }) => ({
      list,
      chunk,
      score: own === 0 ? 0 : own * joined(1 / most, section / mostOfSections / bestHere),
    }))
  }

  #scoreOf(wanted: Wanted, { list: index, chunk }: { list: number; chunk: number }, { k1, b }: Bm25) {
    const { postings, sections } = this.#lists[index] as RankedList
    const section = sections.of[chunk] as number
    let first = chunk
    while (first > 0 && sections.of[first - 1] === section) first--
    const scores: number[] = []
    let ofSection = 0
    const base = k1 * (1 - b)
    const length =
      base + ((k1 * b) / this.#averageSection) * (lengthsOf(sections, postings.lengths)[section] ?? 0)
    for (const { places, weight, times } of this.#seek(wanted)) {
      for (const place of places[index] ?? []) {
        let inSection = 0
        for (let at = firstFrom(postings, place, first); at < place.end; at++) {
          const one = postings.chunks[at] as number
          if (sections.of[one] !== section) break
          const count = postings.counts[at] as number
          const own = base + ((k1 * b) / this.#averageLength) * (postings.lengths[one] ?? 0)
          scores[one - first] =
            (scores[one - first] ?? 0) + (weight * times * count * (k1 + 1)) / (count + own)
          inSection += count
        }
        ofSection += (weight * times * inSection * (k1 + 1)) / (inSection + length)
      }
    }
    const bestHere = scores.reduce((max, one) => Math.max(max, one ?? 0), 0)
    return { own: scores[chunk - first] ?? 0, section: ofSection, bestHere }
  }

  /** How much of the question a chunk has, from 0 to 1, where rare words count for more. */
  coverage(wanted: Wanted, { list: index, chunk }: { list: number; chunk: number }): number {
    let has = 0
    let all = 0
    const postings = this.#lists[index]?.postings
    for (const { places, share } of this.#seek(wanted)) {
      all += share
      if (postings && places[index]?.some((place) => hasChunk(postings, place, chunk))) has += share
    }
    return all === 0 ? 0 : has / all
  }

  /** In how many chunks each of the words is. */
  frequencies(wanted: Wanted): { having: number[]; chunks: number } {
    return { having: wanted.map(({ terms }) => this.#havingOf(terms)), chunks: this.#chunks }
  }

  #havingOf(terms: readonly number[]): number {
    let having = 0
    for (const term of terms) {
      const known = this.#having.get(term)
      if (known !== undefined) having += known
      else
        for (const { postings } of this.#lists) {
          const place = findTerm(postings, term)
          if (place) having += place.end - place.start
        }
    }
    return Math.min(having, this.#chunks)
  }

  /** Looked up once for a question, however many passages are compared with it. */
  #seek(wanted: Wanted): Sought[] {
    let sought = this.#sought.get(wanted)
    if (!sought) {
      sought = wanted.map(({ terms, times }) => {
        const having = this.#havingOf(terms)
        return {
          places: this.#lists.map(({ postings }) => terms.flatMap((term) => findTerm(postings, term) ?? [])),
          weight: idf(having, this.#chunks),
          share: idf(Math.max(1, having), this.#chunks + BACKGROUND),
          times,
        }
      })
      this.#sought.set(wanted, sought)
    }
    return sought
  }
}

/** `one`: what the chunk's own score is multiplied with to be a share of the best; `support`: the same with its section's score. */
const joined = (one: number, support: number): number => (1 - SECTION_WEIGHT) * one + SECTION_WEIGHT * support

function maxOf(lists: readonly Float64Array[]): number {
  let most = 0
  for (const list of lists)
    for (let at = 0; at < list.length; at++) if ((list[at] as number) > most) most = list[at] as number
  return most
}

/**
 * How rare a word is in a small base says little about it: of a note on Rome every paragraph may have "Rome". So coverage is reckoned as if
 * so many more chunks were there that have none of the words. Measured: without them a base of one chunk keeps back a fifth of its right answers.
 */
const BACKGROUND = 30

/** Words that few chunks have say more. */
export const idf = (having: number, chunks: number): number =>
  Math.log(1 + (chunks - having + 0.5) / (having + 0.5))
