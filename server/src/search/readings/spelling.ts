import type { Part } from '../postings/parts.ts'

/** Words of the documents that are written almost like one of the question. */
export interface NearWords {
  words: string[]
  /** Below 1. */
  likeness: number
}

export interface Spelling {
  /** Undefined if documents have one of the terms, or no word like it. `word`: without accents. */
  near(word: string, terms: readonly number[]): NearWords | undefined
}

/** Shorter words have neighbors by chance: "cost" and "most". */
const MIN_LENGTH = 5
/** Words of this length may have two mistakes. */
const LONG = 9
const MAX_NEAR = 3
/** A text in another language has hundreds of unknown words, and comparing each takes a tenth of a millisecond. */
const MAX_COMPARED = 20

/** `isKnown`: whether a document has the term. */
export function createSpelling(parts: readonly Part[], isKnown: (term: number) => boolean): Spelling {
  let compared = 0
  return {
    near(word, terms) {
      if (
        compared >= MAX_COMPARED ||
        word.length < MIN_LENGTH ||
        !/^\p{L}+$/u.test(word) ||
        terms.some(isKnown)
      )
        return undefined
      compared++
      const most = word.length < LONG ? 1 : 2
      const byMistakes: string[][] = [[], [], []]
      const mask = lettersOf(word)
      for (const part of parts)
        for (let length = word.length - most; length <= word.length + most; length++)
          for (const { word: other, letters } of byLength(part).get(length) ?? []) {
            if (differing(mask ^ letters) > 2 * most) continue
            const mistakes = mistakesIn(word, other, most)
            if (mistakes <= most) byMistakes[mistakes]?.push(other)
          }
      const mistakes = byMistakes.findIndex((words) => words.length > 0)
      if (mistakes < 1) return undefined
      const words = [...new Set(byMistakes[mistakes])].slice(0, MAX_NEAR)
      return { words, likeness: 1 - (2 * mistakes) / word.length }
    },
  }
}

interface KnownWord {
  word: string
  /** One bit for each letter, so that most words are ruled out without comparing them. */
  letters: number
}

const cache = new WeakMap<readonly string[], ReadonlyMap<number, readonly KnownWord[]>>()

function byLength({ vocabulary }: Part): ReadonlyMap<number, readonly KnownWord[]> {
  let words = cache.get(vocabulary)
  if (!words) {
    const fresh = new Map<number, KnownWord[]>()
    for (const word of vocabulary) {
      const known = { word, letters: lettersOf(word) }
      const others = fresh.get(word.length)
      if (others) others.push(known)
      else fresh.set(word.length, [known])
    }
    words = fresh
    cache.set(vocabulary, words)
  }
  return words
}

function lettersOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

function differing(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Letters that are missing, added, wrong or swapped with their neighbor; more than `most` are not counted. */
function mistakesIn(one: string, other: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let mistakes = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        mistakes = Math.min(mistakes, (before[j - 2] ?? 0) + 1)
      row.push(mistakes)
      least = Math.min(least, mistakes)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[other.length] ?? most + 1
}
