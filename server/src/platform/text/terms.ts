import snowball from 'snowball-stemmers'
import type { Language } from './language.ts'
import { STOP_WORDS } from './stop-words.ts'
import { toWords, withoutAccents } from './words.ts'

export const GRAM = 4
/** Longer strings are identifiers or encoded data; their beginning is enough to find them. */
export const MAX_WORD = 40

/** The terms of a word: its stem and its 4-grams, as numbers, which need less memory than text. */
export interface WordTerms {
  word: number
  grams: number[]
}

export interface Terms {
  words: number[]
  grams: number[]
}

export function toTerms(text: string, language: Language): Terms {
  const words: number[] = []
  const grams: number[] = []
  for (const word of toWords(text)) {
    const terms = termsOf(word, language)
    if (terms === null) continue
    words.push(terms.word)
    for (const gram of terms.grams) grams.push(gram)
  }
  return { words, grams }
}

/** Null for a stop word. */
export function termsOf(word: string, language: Language): WordTerms | null {
  const known = seenIn(language)
  let terms = known.get(word)
  if (terms === undefined) {
    terms = computeTerms(word, language)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(word, terms)
  }
  return terms
}

/** Stemming costs more than everything else, and most words are repeated. */
const MAX_CACHED = 50_000
const seen = new Map<Language, Map<string, WordTerms | null>>()
function seenIn(language: Language): Map<string, WordTerms | null> {
  let known = seen.get(language)
  if (!known) {
    known = new Map()
    seen.set(language, known)
  }
  return known
}

const STEMMERS = { en: 'english', es: 'spanish', ca: 'catalan', eu: 'basque' } as const
const stemmers = new Map<string, ReturnType<typeof snowball.newStemmer>>()

function stemOf(word: string, language: Language): string {
  if (language === 'other') return word
  let stemmer = stemmers.get(language)
  if (!stemmer) {
    stemmer = snowball.newStemmer(STEMMERS[language])
    stemmers.set(language, stemmer)
  }
  return stemmer.stem(word)
}

function computeTerms(whole: string, language: Language): WordTerms | null {
  const word = whole.length > MAX_WORD ? whole.slice(0, MAX_WORD) : whole
  const plain = withoutAccents(word)
  if (language !== 'other' && STOP_WORDS[language].has(plain)) return null
  // Stems include the language, because the same letters may be the stem of a different word in another language.
  return { word: hash(`${language}:${withoutAccents(stemOf(word, language))}`), grams: gramsOf(plain) }
}

/** Marks both ends of a word, so that its beginning only matches beginnings. */
function gramsOf(word: string): number[] {
  const padded = ` ${word} `
  if (padded.length <= GRAM) return [hash(padded)]
  const grams: number[] = []
  for (let at = 0; at + GRAM <= padded.length; at++) grams.push(hash(padded.slice(at, at + GRAM)))
  return grams
}

/** 32-bit FNV-1a. A collision costs a little precision, never an answer. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    value ^= text.charCodeAt(at)
    value = Math.imul(value, 0x01000193)
  }
  return value >>> 0
}
