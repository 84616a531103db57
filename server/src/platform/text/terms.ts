import { createRequire } from 'node:module'
import type snowball from 'snowball-stemmers'
import type { Language } from './language.ts'
import { STOP_WORDS, type StoppedLanguage } from './stop-words.ts'
import { isUnspaced, toWords, withoutAccents } from './words.ts'

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
  const cache = seenIn(language)
  let terms = cache.get(word)
  if (terms === undefined) {
    terms = computeTerms(word, language)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(word, terms)
  }
  return terms
}

/** Stemming costs more than everything else, and most words are repeated. */
const MAX_CACHED = 50_000
const seen = new Map<Language, Map<string, WordTerms | null>>()
function seenIn(language: Language): Map<string, WordTerms | null> {
  let cache = seen.get(language)
  if (!cache) {
    cache = new Map()
    seen.set(language, cache)
  }
  return cache
}

const STEMMERS: Partial<Record<Language, string>> = {
  en: 'english',
  es: 'spanish',
  ca: 'catalan',
  eu: 'basque',
  fr: 'french',
  de: 'german',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  ro: 'romanian',
  sv: 'swedish',
  tr: 'turkish',
  ru: 'russian',
  ar: 'arabic',
}
/** On first use: an idle server doesn't need half a megabyte of code for all languages. */
const loadStemmers = (): typeof snowball => createRequire(import.meta.url)('snowball-stemmers')
const stemmers = new Map<string, ReturnType<typeof snowball.newStemmer>>()

function stemOf(word: string, language: Language): string {
  const name = STEMMERS[language]
  if (name === undefined || isUnspaced(word)) return word
  let stemmer = stemmers.get(language)
  if (!stemmer) {
    stemmer = loadStemmers().newStemmer(name)
    stemmers.set(language, stemmer)
  }
  return stemmer.stem(word)
}

function computeTerms(fullWord: string, language: Language): WordTerms | null {
  const word = fullWord.length > MAX_WORD ? fullWord.slice(0, MAX_WORD) : fullWord
  const plain = withoutAccents(word)
  if (isStopWord(plain, language)) return null
  // Without the language: a word must be the same term in all documents that have it, or its rarity would be wrong.
  return { word: hash(withoutAccents(stemOf(word, language))), grams: gramsOf(plain) }
}

const NONE: ReadonlySet<string> = new Set()

/** Without accents. */
export const stopWordsOf = (language: Language): ReadonlySet<string> =>
  STOP_WORDS[language as StoppedLanguage] ?? NONE

/** `plain`: without accents. */
export const isStopWord = (plain: string, language: Language): boolean => stopWordsOf(language).has(plain)

/** Marks both ends of a word, so that its beginning only matches beginnings. */
function gramsOf(word: string): number[] {
  // Pairs of characters are as short as grams should be.
  if (isUnspaced(word) && word.length <= 2) return [hash(word)]
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
