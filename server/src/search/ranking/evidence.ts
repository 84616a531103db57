import { findTerm, firstFrom, hasChunk, type Postings } from '../postings/postings.ts'
import type { AskedWord, Reading } from '../readings/readings.ts'
import { idf, type RankedList, type Ranking } from './rank.ts'

/**
 * How much speaks for a passage: the weights of the question's words that it has, against what as many words of any
 * kind would have. A long question has more matches by chance, about as the square root of its words.
 */
export interface Evidence {
  /** The weights of the words that the best passage has, divided by the square root of all. */
  value: number
  /** The share of the question, by weight, that no passage has a word of: it may be misspelt. */
  unknown: number
}

/** Weights are computed as if there were this many more passages, so that they mean about the same in small bases. */
const BACKGROUND = 300
/** How much a word counts more that its section has again and again. */
const REPEATED = 0.5

export interface Weighed {
  word: AskedWord
  weight: number
  isUnknown: boolean
}

export function weigh({ words }: Pick<Reading, 'words'>, inWords: Ranking): Weighed[] {
  const { frequencies, chunks } = inWords.frequencies(words)
  return words.map((word, at) => {
    const frequency = frequencies[at] ?? 0
    return {
      word,
      weight: word.likeness * idf(Math.max(0.5, frequency), chunks + BACKGROUND),
      isUnknown: frequency === 0,
    }
  })
}

export const unknownShare = (words: readonly Weighed[]): number => {
  const total = totalOf(words)
  return total === 0 ? 0 : totalOf(words.filter(({ isUnknown }) => isUnknown)) / total
}

const totalOf = (words: readonly Weighed[]): number => words.reduce((sum, { weight }) => sum + weight, 0)

/** A passage, by the lists that its words and its letters are in. */
export interface JudgedPlace {
  words: RankedList
  grams: Postings
  chunk: number
}

export function evidenceFor(words: readonly Weighed[], places: readonly JudgedPlace[]): number {
  const total = totalOf(words)
  if (total === 0) return 0
  const matched = places.map((place) =>
    words.reduce((sum, { word, weight, isUnknown }) => {
      const share = isUnknown ? sharedLetters(word, place) ** 2 : repeated(word, place)
      return sum + weight * share
    }, 0),
  )
  return Math.max(0, ...matched) / Math.sqrt(total)
}

/** 0 if the passage does not have the word; more than 1 if its section has it more than once. */
function repeated({ terms }: AskedWord, { words: { postings, sections }, chunk }: JudgedPlace): number {
  const section = sections.of[chunk] as number
  const [first, end] = [sections.starts[section] as number, sections.starts[section + 1] as number]
  let inPassage = false
  let count = 0
  for (const term of terms) {
    const place = findTerm(postings, term)
    if (!place) continue
    for (let at = firstFrom(postings, place, first); at < place.end; at++) {
      const found = postings.chunks[at] as number
      if (found >= end) break
      if (found === chunk) inPassage = true
      count += postings.counts[at] as number
    }
  }
  return inPassage ? 1 + REPEATED * Math.log(count) : 0
}

/** Of a word that no passage has: the share of its groups of letters that the passage has. */
function sharedLetters({ grams }: AskedWord, { grams: postings, chunk }: JudgedPlace): number {
  const distinct = [...new Set(grams)]
  const shared = distinct.filter((gram) => {
    const place = findTerm(postings, gram)
    return place !== undefined && hasChunk(postings, place, chunk)
  })
  return distinct.length === 0 ? 0 : shared.length / distinct.length
}
