import { findTerm, firstFrom, hasChunk, type Place, type Postings, totalOf } from '../postings/postings.ts'
import type { QueryWords } from '../postings/query-words.ts'
import { lengthsOf, type Sections } from '../postings/sections.ts'
import { pickBest, type Ranked, withZeros } from './pick-best.ts'

/** BM25 parameters: saturation of repeated words, and penalty for long passages. */
export interface Bm25 {
  k1: number
  b: number
}

/** Chunks that are ranked together, with their sections. */
export interface RankedList {
  postings: Postings
  sections: Sections
}

interface WordMatches {
  /** For each list, the ranges of the terms' chunks. */
  places: Place[][]
  weight: number
  /** Its share of the question. */
  share: number
  times: number
}

/** Of the chunks and sections of one list. */
interface Scores {
  ofChunks: Float64Array
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
  readonly #matches = new Map<QueryWords, WordMatches[]>()
  readonly #frequencies: ReadonlyMap<number, number>

  /**
   * The lists are ranked together as one. `frequencies`: document frequencies of terms for which the lists don't contain
   * all chunks.
   */
  constructor(lists: readonly RankedList[], frequencies: ReadonlyMap<number, number> = new Map()) {
    this.#lists = lists
    this.#frequencies = frequencies
    let chunks = 0
    let sections = 0
    let length = 0
    for (const { postings, sections: listSections } of lists) {
      chunks += postings.lengths.length
      sections += listSections.count
      length += totalOf(postings)
    }
    this.#chunks = chunks
    this.#sections = sections
    this.#averageLength = chunks === 0 ? 1 : Math.max(1, length / chunks)
    this.#averageSection = sections === 0 ? 1 : Math.max(1, length / sections)
  }

  /** The best chunks, unordered. The highest possible score is 1. */
  best(words: QueryWords, limit: number, bm25: Bm25): Ranked[] {
    return withZeros(this.#chunks, this.#sections, (take, chunkBuffer) => {
      const scores = this.#lists.map(({ postings, sections }) => ({
        ofChunks: take(postings.lengths.length),
        ofSections: take(sections.count),
      }))
      for (const { places, weight, times } of this.#matchesOf(words))
        for (const [index, ofList] of places.entries())
          for (const place of ofList) this.#add(scores[index] as Scores, index, place, weight * times, bm25)
      return this.#pick(scores, chunkBuffer, limit)
    })
  }

  #add({ ofChunks, ofSections }: Scores, index: number, place: Place, weight: number, { k1, b }: Bm25): void {
    const { postings, sections } = this.#lists[index] as RankedList
    const { chunks, counts, lengths } = postings
    const { of } = sections
    const sectionLengths = lengthsOf(sections, lengths)
    const scale = (k1 * b) / this.#averageLength
    const sectionScale = (k1 * b) / this.#averageSection
    const base = k1 * (1 - b)
    const maxScore = weight * (k1 + 1)
    for (let at = place.start; at < place.end; ) {
      const section = of[chunks[at] as number] as number
      let inSection = 0
      for (; at < place.end; at++) {
        const chunk = chunks[at] as number
        if (of[chunk] !== section) break
        const count = counts[at] as number
        ofChunks[chunk] =
          (ofChunks[chunk] as number) +
          (maxScore * count) / (count + base + scale * (lengths[chunk] as number))
        inSection += count
      }
      ofSections[section] =
        (ofSections[section] as number) +
        (maxScore * inSection) / (inSection + base + sectionScale * (sectionLengths[section] as number))
    }
  }

  /**
   * Adds the score of its section to that of each chunk, all of it for the best chunk of the section. Both are relative to the best. Only
   * sections with a word of the question are visited; their scores are zero again afterwards.
   */
  #pick(scores: readonly Scores[], chunkBuffer: Uint32Array, limit: number): Ranked[] {
    const { bestScore, bestSectionScore } = this.#bestScores(scores)
    let start = 0
    const lists = scores.map(({ ofChunks, ofSections }, index) => {
      const { starts } = (this.#lists[index] as RankedList).sections
      const chunks = chunkBuffer.subarray(start, start + ofChunks.length)
      start += ofChunks.length
      // Found scores move to the front.
      let size = 0
      for (let section = 0; section < ofSections.length; section++) {
        const ofSection = ofSections[section] as number
        if (ofSection === 0) continue
        ofSections[section] = 0
        const [first, end] = [starts[section] as number, starts[section + 1] as number]
        let bestInSection = 0
        for (let at = first; at < end; at++) bestInSection = Math.max(bestInSection, ofChunks[at] as number)
        const factor = combine(1 / bestScore, ofSection / bestSectionScore / bestInSection)
        for (let at = first; at < end; at++) {
          const score = ofChunks[at] as number
          if (score === 0) continue
          ofChunks[at] = 0
          ofChunks[size] = score * factor
          chunks[size++] = at
        }
      }
      return { ofChunks: ofChunks.subarray(0, size), chunks }
    })
    const best = pickBest(
      lists.map(({ ofChunks }) => ofChunks),
      limit,
    )
    for (const { ofChunks } of lists) ofChunks.fill(0)
    return best.map(({ list, chunk, score }) => ({ list, chunk: lists[list]?.chunks[chunk] ?? 0, score }))
  }

  #bestScores(scores: readonly Scores[]) {
    let bestScore = 0
    let bestSectionScore = 0
    for (const [index, { ofChunks, ofSections }] of scores.entries()) {
      const { starts } = (this.#lists[index] as RankedList).sections
      for (let section = 0; section < ofSections.length; section++) {
        const ofSection = ofSections[section] as number
        if (ofSection === 0) continue
        if (ofSection > bestSectionScore) bestSectionScore = ofSection
        const end = starts[section + 1] as number
        for (let at = starts[section] as number; at < end; at++)
          if ((ofChunks[at] as number) > bestScore) bestScore = ofChunks[at] as number
      }
    }
    return { bestScore, bestSectionScore }
  }

  /** The scores of these chunks, as `best` would compute them. */
  scoresOf(words: QueryWords, only: readonly { list: number; chunk: number }[], bm25: Bm25): Ranked[] {
    const scored = only.map((place) => ({ ...place, ...this.#scoreOf(words, place, bm25) }))
    const bestScore = scored.reduce((max, { own }) => Math.max(max, own), 0)
    const bestSectionScore = scored.reduce((max, { section }) => Math.max(max, section), 0)
    return scored.map(({ list, chunk, own, section, bestInSection }) => ({
      list,
      chunk,
      score: own === 0 ? 0 : own * combine(1 / bestScore, section / bestSectionScore / bestInSection),
    }))
  }

  #scoreOf(words: QueryWords, { list: index, chunk }: { list: number; chunk: number }, { k1, b }: Bm25) {
    const { postings, sections } = this.#lists[index] as RankedList
    const section = sections.of[chunk] as number
    let first = chunk
    while (first > 0 && sections.of[first - 1] === section) first--
    const scores: number[] = []
    let ofSection = 0
    const base = k1 * (1 - b)
    const length =
      base + ((k1 * b) / this.#averageSection) * (lengthsOf(sections, postings.lengths)[section] ?? 0)
    for (const { places, weight, times } of this.#matchesOf(words)) {
      for (const place of places[index] ?? []) {
        let inSection = 0
        for (let at = firstFrom(postings, place, first); at < place.end; at++) {
          const other = postings.chunks[at] as number
          if (sections.of[other] !== section) break
          const count = postings.counts[at] as number
          const normalizer = base + ((k1 * b) / this.#averageLength) * (postings.lengths[other] ?? 0)
          scores[other - first] =
            (scores[other - first] ?? 0) + (weight * times * count * (k1 + 1)) / (count + normalizer)
          inSection += count
        }
        ofSection += (weight * times * inSection * (k1 + 1)) / (inSection + length)
      }
    }
    const bestInSection = scores.reduce((max, score) => Math.max(max, score ?? 0), 0)
    return { own: scores[chunk - first] ?? 0, section: ofSection, bestInSection }
  }

  /** The coverage of the question by a chunk, from 0 to 1. Rare words count more. */
  coverage(words: QueryWords, { list: index, chunk }: { list: number; chunk: number }): number {
    let covered = 0
    let total = 0
    const postings = this.#lists[index]?.postings
    for (const { places, share, times } of this.#matchesOf(words)) {
      // Repeated words count once, parts of words less.
      const weight = share * Math.min(1, times)
      total += weight
      if (postings && places[index]?.some((place) => hasChunk(postings, place, chunk))) covered += weight
    }
    return total === 0 ? 0 : covered / total
  }

  /** The number of chunks with each word. */
  frequencies(words: QueryWords): { frequencies: number[]; chunks: number } {
    return { frequencies: words.map(({ terms }) => this.#frequencyOf(terms)), chunks: this.#chunks }
  }

  #frequencyOf(terms: readonly number[]): number {
    let frequency = 0
    for (const term of terms) {
      const cached = this.#frequencies.get(term)
      if (cached !== undefined) frequency += cached
      else
        for (const { postings } of this.#lists) {
          const place = findTerm(postings, term)
          if (place) frequency += place.end - place.start
        }
    }
    return Math.min(frequency, this.#chunks)
  }

  /** Looked up once per question, however many passages are compared. */
  #matchesOf(words: QueryWords): WordMatches[] {
    let matches = this.#matches.get(words)
    if (!matches) {
      matches = words.map(({ terms, times }) => {
        const frequency = this.#frequencyOf(terms)
        return {
          places: this.#lists.map(({ postings }) => terms.flatMap((term) => findTerm(postings, term) ?? [])),
          weight: idf(frequency, this.#chunks),
          share: idf(Math.max(1, frequency), this.#chunks + BACKGROUND),
          times,
        }
      })
      this.#matches.set(words, matches)
    }
    return matches
  }
}

/** `own`: factor that makes the chunk's own score relative to the best; `support`: the same for its section's score. */
const combine = (own: number, support: number): number =>
  (1 - SECTION_WEIGHT) * own + SECTION_WEIGHT * support

/**
 * In a small base, the rarity of a word says little: every paragraph of a note on Rome may contain "Rome". So
 * coverage is computed as if there were this many more chunks without any of the words. Measured: otherwise a base
 * with one chunk withholds a fifth of its correct answers.
 */
const BACKGROUND = 30

/** Rare words count more. */
export const idf = (frequency: number, chunks: number): number =>
  Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5))
