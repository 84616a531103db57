import { pickBest, type Ranked, withZeros } from './pick-best.ts'
import { findTerm, firstFrom, hasChunk, type Place, type Postings, totalOf } from './postings.ts'
import { lengthsOf, type Sections } from './sections.ts'

/** BM25 parameters: saturation of repeated words, and penalty for long passages. */
export interface Bm25 {
  k1: number
  b: number
}

/** A word of the question. Any of its terms matches: they are its stems in the languages of the documents. */
export interface WantedWord {
  terms: readonly number[]
  /** Its weight: its frequency in the question, lower in a sentence that only gives context. */
  times: number
}
export type Wanted = readonly WantedWord[]

/** Each term separately. */
export function toWanted(terms: readonly number[]): Wanted {
  const times = new Map<number, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  return Array.from(times, ([term, count]) => ({ terms: [term], times: count }))
}

/** Chunks that are ranked together, with their sections. */
export interface RankedList {
  postings: Postings
  sections: Sections
}

interface Sought {
  /** For each list, the ranges of the terms' chunks. */
  places: Place[][]
  weight: number
  /** Its share of the question. */
  share: number
  times: number
}

/** Of the chunks and sections of one list. */
interface Scores {
  own: Float64Array
  ofSections: Float64Array
}

/** How much of a score is that of the section, measured: docs/decisions/0026. */
const SECTION_WEIGHT = 0.7

export class Ranking {
  readonly #lists: readonly RankedList[]
  readonly #chunks: number
  readonly #sections: number
  readonly #averageLength: number
  readonly #averageSection: number
  readonly #sought = new Map<Wanted, Sought[]>()
  readonly #having: ReadonlyMap<number, number>

  /**
   * The lists are ranked together as one. `having`: document frequencies of terms for which the lists don't contain
   * all chunks.
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

  /** The best chunks, unordered. The highest possible score is 1. */
  best(wanted: Wanted, limit: number, bm25: Bm25): Ranked[] {
    return withZeros(this.#chunks, this.#sections, (take, found) => {
      const scores = this.#lists.map(({ postings, sections }) => ({
        own: take(postings.lengths.length),
        ofSections: take(sections.count),
      }))
      for (const { places, weight, times } of this.#seek(wanted))
        for (const [index, ofList] of places.entries())
          for (const place of ofList) this.#add(scores[index] as Scores, index, place, weight * times, bm25)
      return this.#pick(scores, found, limit)
    })
  }

  #add({ own, ofSections }: Scores, index: number, place: Place, weight: number, { k1, b }: Bm25): void {
    const { postings, sections } = this.#lists[index] as RankedList
    const { chunks, counts, lengths } = postings
    const { of } = sections
    const sectionLengths = lengthsOf(sections, lengths)
    const scale = (k1 * b) / this.#averageLength
    const sectionScale = (k1 * b) / this.#averageSection
    const base = k1 * (1 - b)
    const most = weight * (k1 + 1)
    for (let at = place.start; at < place.end; ) {
      const section = of[chunks[at] as number] as number
      let inSection = 0
      for (; at < place.end; at++) {
        const chunk = chunks[at] as number
        if (of[chunk] !== section) break
        const count = counts[at] as number
        own[chunk] =
          (own[chunk] as number) + (most * count) / (count + base + scale * (lengths[chunk] as number))
        inSection += count
      }
      ofSections[section] =
        (ofSections[section] as number) +
        (most * inSection) / (inSection + base + sectionScale * (sectionLengths[section] as number))
    }
  }

  /**
   * Adds to each chunk's own score what its section has: all of it for the section's best chunk. Both as shares of the best. Only sections
   * with a word of the question are looked at, and they are zero again afterwards.
   */
  #pick(scores: readonly Scores[], found: Uint32Array, limit: number): Ranked[] {
    const { most, mostOfSections } = this.#mostOf(scores)
    let start = 0
    const lists = scores.map(({ own, ofSections }, index) => {
      const { starts } = (this.#lists[index] as RankedList).sections
      const chunks = found.subarray(start, start + own.length)
      start += own.length
      // Found scores move to the front.
      let size = 0
      for (let section = 0; section < ofSections.length; section++) {
        const ofSection = ofSections[section] as number
        if (ofSection === 0) continue
        ofSections[section] = 0
        const [first, end] = [starts[section] as number, starts[section + 1] as number]
        let bestHere = 0
        for (let at = first; at < end; at++) bestHere = Math.max(bestHere, own[at] as number)
        const factor = joined(1 / most, ofSection / mostOfSections / bestHere)
        for (let at = first; at < end; at++) {
          const score = own[at] as number
          if (score === 0) continue
          own[at] = 0
          own[size] = score * factor
          chunks[size++] = at
        }
      }
      return { own: own.subarray(0, size), chunks }
    })
    const best = pickBest(
      lists.map(({ own }) => own),
      limit,
    )
    for (const { own } of lists) own.fill(0)
    return best.map(({ list, chunk, score }) => ({ list, chunk: lists[list]?.chunks[chunk] ?? 0, score }))
  }

  #mostOf(scores: readonly Scores[]) {
    let most = 0
    let mostOfSections = 0
    for (const [index, { own, ofSections }] of scores.entries()) {
      const { starts } = (this.#lists[index] as RankedList).sections
      for (let section = 0; section < ofSections.length; section++) {
        const ofSection = ofSections[section] as number
        if (ofSection === 0) continue
        if (ofSection > mostOfSections) mostOfSections = ofSection
        const end = starts[section + 1] as number
        for (let at = starts[section] as number; at < end; at++)
          if ((own[at] as number) > most) most = own[at] as number
      }
    }
    return { most, mostOfSections }
  }

  /** The scores of these chunks, as `best` would compute them. */
  scoresOf(wanted: Wanted, only: readonly { list: number; chunk: number }[], bm25: Bm25): Ranked[] {
    const scored = only.map((place) => ({ ...place, ...this.#scoreOf(wanted, place, bm25) }))
    const most = scored.reduce((max, { own }) => Math.max(max, own), 0)
    const mostOfSections = scored.reduce((max, { section }) => Math.max(max, section), 0)
    return scored.map(({ list, chunk, own, section, bestHere }) => ({
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

  /** The coverage of the question by a chunk, from 0 to 1. Rare words count more. */
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

  /** The number of chunks with each word. */
  frequencies(wanted: Wanted): { having: number[]; chunks: number } {
    return { having: wanted.map(({ terms }) => this.#havingOf(terms)), chunks: this.#chunks }
  }

  #havingOf(terms: readonly number[]): number {
    let having = 0
    for (const term of terms) {
      const cached = this.#having.get(term)
      if (cached !== undefined) having += cached
      else
        for (const { postings } of this.#lists) {
          const place = findTerm(postings, term)
          if (place) having += place.end - place.start
        }
    }
    return Math.min(having, this.#chunks)
  }

  /** Looked up once per question, however many passages are compared. */
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

/** `one`: factor that makes the chunk's own score relative to the best; `support`: the same for its section's score. */
const joined = (one: number, support: number): number => (1 - SECTION_WEIGHT) * one + SECTION_WEIGHT * support

/**
 * In a small base, the rarity of a word says little: every paragraph of a note on Rome may contain "Rome". So
 * coverage is computed as if there were this many more chunks without any of the words. Measured: otherwise a base
 * with one chunk withholds a fifth of its correct answers.
 */
const BACKGROUND = 30

/** Rare words count more. */
export const idf = (having: number, chunks: number): number =>
  Math.log(1 + (chunks - having + 0.5) / (having + 0.5))
