import type { Language } from './language.ts'
import { termsOf } from './terms.ts'
import { isUnspaced, toWords, withoutAccents } from './words.ts'

/** The terms by which texts are compared: stems, and n-grams, which also match forms that stemming misses. */
export interface OverlapTerms {
  words: ReadonlySet<number>
  grams: ReadonlySet<number>
  /**
   * The first letters of the words. Words that start differently are never compared, which saves most of the work.
   */
  beginnings: ReadonlySet<string>
}

const NONE: readonly string[] = []

const beginningOf = (word: string): string => withoutAccents(word.slice(0, 4))

export function toOverlapTerms(text: string, language: Language): OverlapTerms {
  const words = new Set<number>()
  const grams = new Set<number>()
  const beginnings = new Set<string>()
  for (const word of toWords(text)) {
    if (isUnspaced(word)) {
      for (const pair of pairsOf(word)) {
        words.add(pair)
        grams.add(pair)
      }
      continue
    }
    const terms = termsOf(word, language)
    if (terms === null) continue
    words.add(terms.word)
    for (const gram of terms.grams) grams.add(gram)
    beginnings.add(beginningOf(word))
  }
  return { words, grams, beginnings }
}

export function joinTerms(all: readonly OverlapTerms[]): OverlapTerms {
  const words = new Set<number>()
  const grams = new Set<number>()
  const beginnings = new Set<string>()
  for (const terms of all) {
    for (const word of terms.words) words.add(word)
    for (const gram of terms.grams) grams.add(gram)
    for (const beginning of terms.beginnings) beginnings.add(beginning)
  }
  return { words, grams, beginnings }
}

function pairsOf(run: string): number[] {
  const characters = [...run]
  const pairs: number[] = []
  for (let at = 0; at < Math.max(1, characters.length - 1); at++) {
    const pair = termsOf(characters.slice(at, at + 2).join(''), 'other')
    if (pair !== null) pairs.push(pair.word)
  }
  return pairs
}

/** The distinct words of a text, computed once for all comparisons. */
export interface IndexedWords {
  byBeginning: ReadonlyMap<string, readonly string[]>
  /** Text in scripts without spaces between words. */
  unspaced: readonly string[]
}

export function toIndexedWords(text: string): IndexedWords {
  const byBeginning = new Map<string, string[]>()
  const unspaced: string[] = []
  for (const word of new Set(toWords(text))) {
    if (isUnspaced(word)) {
      unspaced.push(word)
      continue
    }
    const beginning = beginningOf(word)
    const words = byBeginning.get(beginning)
    if (words) words.push(word)
    else byBeginning.set(beginning, [word])
  }
  return { byBeginning, unspaced }
}

/** Computes how many of a set of terms each text contains. Terms that few texts contain count for more. */
export class OverlapIndex {
  readonly #language: Language
  readonly #wanted: OverlapTerms
  readonly #words = new Map<number, number[]>()
  readonly #grams = new Map<number, number[]>()
  #size = 0

  /** Indexes only the wanted terms, which are a small part of long texts. */
  constructor(language: Language, terms: OverlapTerms) {
    this.#language = language
    this.#wanted = terms
  }

  get size(): number {
    return this.#size
  }

  /** Texts are identified by the order in which they are added. */
  add(text: string): void {
    this.addWords(toIndexedWords(text))
  }

  addWords({ byBeginning, unspaced }: IndexedWords): void {
    const at = this.#size++
    for (const word of unspaced) {
      for (const pair of pairsOf(word)) {
        note(this.#words, this.#wanted.words, pair, at)
        note(this.#grams, this.#wanted.grams, pair, at)
      }
    }
    for (const beginning of this.#wanted.beginnings) {
      for (const word of byBeginning.get(beginning) ?? NONE) {
        const terms = termsOf(word, this.#language)
        if (terms === null) continue
        note(this.#words, this.#wanted.words, terms.word, at)
        for (const gram of terms.grams) note(this.#grams, this.#wanted.grams, gram, at)
      }
    }
  }

  /** For each text, the weighted share of the terms that it contains, from 0 to 1: the mean of words and n-grams. */
  shares({ words, grams }: OverlapTerms): Float64Array {
    const shares = new Float64Array(this.#size)
    this.#addShares(shares, this.#words, words)
    this.#addShares(shares, this.#grams, grams)
    return shares
  }

  /** The share that some of the texts contain together. */
  shareOf(texts: ReadonlySet<number>, { words, grams }: OverlapTerms): number {
    return (this.#together(this.#words, words, texts) + this.#together(this.#grams, grams, texts)) / 2
  }

  #addShares(shares: Float64Array, having: Map<number, number[]>, terms: ReadonlySet<number>): void {
    let all = 0
    for (const term of terms) all += this.#weigh(having.get(term))
    if (all === 0) return
    for (const term of terms) {
      const texts = having.get(term)
      if (!texts) continue
      const share = this.#weigh(texts) / all / 2
      for (const at of texts) shares[at] = (shares[at] as number) + share
    }
  }

  #together(having: Map<number, number[]>, terms: ReadonlySet<number>, texts: ReadonlySet<number>): number {
    let count = 0
    let all = 0
    for (const term of terms) {
      const places = having.get(term)
      const weight = this.#weigh(places)
      all += weight
      if (places?.some((at) => texts.has(at))) count += weight
    }
    return all === 0 ? 0 : count / all
  }

  /** A term in no text counts like a term in one text: nothing more is known about it. */
  #weigh(texts: readonly number[] | undefined): number {
    return Math.log(1 + (this.#size + 0.5) / (texts?.length ?? 1))
  }
}

function note(having: Map<number, number[]>, terms: ReadonlySet<number>, term: number, at: number): void {
  if (!terms.has(term)) return
  const texts = having.get(term)
  if (!texts) having.set(term, [at])
  else if (texts.at(-1) !== at) texts.push(at)
}
