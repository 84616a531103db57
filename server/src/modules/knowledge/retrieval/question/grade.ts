import type { SearchGrade } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../../platform/text/language.ts'
import { isStopWord, termsOf } from '../../../../platform/text/terms.ts'
import { isUnspaced, toWords, withoutAccents } from '../../../../platform/text/words.ts'

/** A content word of the question with its weight. */
export interface WeighedWord {
  text: string
  terms: readonly number[]
  weight: number
  isName: boolean
  /** No passage has it: it may be misspelt. */
  isUnknown: boolean
}

export interface JudgedPassage {
  /** Includes title and headings. */
  head: string
  text: string
  language: Language
}

/** What a search knows of its question and of the best passages. */
export interface Judged {
  words: readonly WeighedWord[]
  /** How much of the question's words and 4-grams the best passage has, from 0 to 1. */
  coverage: number
  /** The score of the tenth best section as a share of the best one: 1 if they fit equally well. */
  tenth: number
  /** Whether the best passages are from one document: above 0 if they are, below if not, 0 if that tells nothing. */
  focus: number
  /** It asks nothing: a claim, a title or a few words to look for. */
  isStatement: boolean
  /** Its words say too little to be sure of an answer. */
  isVague: boolean
}

/** Fitted on half of the articles: docs/decisions/0026. */
const WEIGHTS = { coverage: 5.9, evidence: 2.5, exact: 2.6, focus: 3.4, tenth: -1.8, missingNames: -5.3 }
const PERHAPS = 8
/** Passages rarely repeat a claim or a title in its words, so these need less. */
const PERHAPS_STATEMENT = 7.3
const FOUND = 9.9
/** Passages that are looked at. */
const LOOKED_AT = 3

/** Whether the best passages are about what was asked. */
export function gradeOf(judged: Judged, passages: readonly JudgedPassage[]): SearchGrade {
  const points = pointsOf(judged, passages)
  if (points >= FOUND) return judged.isVague ? 'perhaps' : 'found'
  return points >= (judged.isStatement ? PERHAPS_STATEMENT : PERHAPS) ? 'perhaps' : 'nothing'
}

function pointsOf(judged: Judged, passages: readonly JudgedPassage[]): number {
  const totalWeight = judged.words.reduce((sum, { weight }) => sum + weight, 0)
  if (totalWeight === 0) return 0
  const questionWords = judged.words.map(toAskedWord)
  let best = { evidence: -1, exact: 0, missingNames: 0, misspelt: 0 }
  for (const passage of passages.slice(0, LOOKED_AT)) {
    const sums = compare(questionWords, passage)
    if (sums.evidence > best.evidence) best = sums
  }
  if (best.evidence < 0) return 0
  return (
    WEIGHTS.coverage * Math.min(1, judged.coverage + (MISSED * best.misspelt) / totalWeight) +
    WEIGHTS.evidence * Math.log(1 + best.evidence) +
    (WEIGHTS.exact * best.exact) / totalWeight +
    WEIGHTS.focus * judged.focus +
    WEIGHTS.tenth * judged.tenth +
    (WEIGHTS.missingNames * best.missingNames) / totalWeight
  )
}

interface AskedWord extends WeighedWord {
  /** Without accents. */
  plain: string
  /** Undefined in scripts without spaces, whose words are pairs of characters. */
  letters: Letters | undefined
}

function toAskedWord(word: WeighedWord): AskedWord {
  const plain = withoutAccents(word.text)
  return { ...word, plain, letters: isUnspaced(plain) ? undefined : lettersOf(plain) }
}

/** How much of the question's words the passage has, and in the same form. */
function compare(words: readonly AskedWord[], passage: JudgedPassage) {
  const { shareOf, plain } = readPassage(passage)
  const sums = { evidence: 0, exact: 0, missingNames: 0, misspelt: 0 }
  for (const word of words) {
    const { share, isMisspelt } = shareOf(word)
    sums.evidence += share * word.weight
    if (isMisspelt) sums.misspelt += share * word.weight
    if (isMisspelt || (share === 1 && plain.includes(word.plain))) sums.exact += share * word.weight
    if (word.isName) sums.missingNames += (1 - share) * word.weight
  }
  return sums
}

interface ReadPassage {
  shareOf(word: AskedWord): Match
  /** Without accents, in lower case. */
  plain: string
}

const MAX_BYTES = 4 * 1024 * 1024
/** A set of terms and a list of words, which are shared. */
const BYTES_PER_CHARACTER = 8

const read = new LRUCache<string, ReadPassage>({
  maxSize: MAX_BYTES,
  sizeCalculation: (_passage, key) => 500 + BYTES_PER_CHARACTER * key.length,
})

/** Kept for a while: a class asks about the same pages. */
function readPassage({ head, text, language }: JudgedPassage): ReadPassage {
  const key = `${language}\n${head}\n\n${text}`
  let passage = read.get(key)
  if (!passage) {
    passage = {
      shareOf: matcherOf(`${head}\n${text}`, language),
      plain: withoutAccents(text.toLowerCase()),
    }
    read.set(key, passage)
  }
  return passage
}

/** Words with a lower similarity are different words. */
const MIN_ALIKE = 0.5

interface Match {
  /** 1 if the text has the word in any form, less for a similar word, otherwise 0. */
  share: number
  /** The text has it with one letter more, less or changed, and no text has it as it is. */
  isMisspelt: boolean
}

function matcherOf(text: string, language: Language): (word: AskedWord) => Match {
  const words = new Set(toWords(text))
  const terms = new Set<number>()
  for (const word of words) {
    const wordTerms = termsOf(word, language)
    if (wordTerms) terms.add(wordTerms.word)
  }
  const plainWords = Array.from(words, withoutAccents)
  const others = plainWords.map(lettersOf)
  const long = plainWords.filter((word) => word.length >= MIN_MISSPELT && !isStopWord(word, language))
  const as = (share: number, isMisspelt = false): Match => ({ share, isMisspelt })
  let forms: ReadonlySet<string> | undefined
  const hebrew = () => {
    forms ??= new Set(plainWords.flatMap(formsOf))
    return forms
  }
  return ({ plain, terms: wordTerms, letters, isUnknown }) => {
    if (wordTerms.some((term) => terms.has(term))) return as(1)
    if (HEBREW.test(plain) && formsOf(plain).some((form) => hebrew().has(form))) return as(1)
    // A single character is not a term of its own if the text has it in a longer word.
    if (!letters) return as(plain.length === 1 && text.includes(plain) ? 1 : 0)
    if (isUnknown && plain.length >= MIN_MISSPELT && long.some((other) => isOneSlip(plain, other)))
      return as(MISSPELT, true)
    let best = 0
    for (const other of others) best = Math.max(best, alikeness(letters, other))
    return as(best >= MIN_ALIKE ? best : 0)
  }
}

const HEBREW = /^\p{Script=Hebrew}+$/u
/** The article, "and" and prepositions are written as part of the next word. */
const JOINED = /^[הובלמשכ](?=.{3})/u

/** A Hebrew word with and without what is joined to it. */
function formsOf(word: string): string[] {
  if (!HEBREW.test(word)) return []
  const once = word.replace(JOINED, '')
  return [...new Set([word, once, once.replace(JOINED, '')])]
}

/** Shorter words differ from many others by one letter. */
const MIN_MISSPELT = 5
const MISSPELT = 0.9
/** How much of a misspelt word the coverage lacks: the word itself, and some of its 4-grams. */
const MISSED = 0.7

/**
 * Whether two words differ by one letter inside: one more, one less, another one, or two neighbours in the wrong order.
 * Words that begin or end differently are more often other words.
 */
export function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || /\p{N}/u.test(one)) return false
  if (one[0] !== other[0]) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  const [rest, otherRest] = [one.slice(start, end), other.slice(start, otherEnd)]
  if (rest.length <= 1 && otherRest.length <= 1) return one.at(-1) === other.at(-1)
  return rest.length === 2 && otherRest.length === 2 && rest === [...otherRest].reverse().join('')
}

interface Letters {
  length: number
  /** The distinct trigrams of a word as sorted numbers: comparing these is ten times as fast as sets of strings. */
  groups: Float64Array
}

/** The share of common trigrams of two words. */
function alikeness({ length, groups: a }: Letters, { length: otherLength, groups: b }: Letters): number {
  // Too different in length to reach the minimum.
  if (length > 3 * otherLength || otherLength > 3 * length) return 0
  let common = 0
  let inA = 0
  let inB = 0
  while (inA < a.length && inB < b.length) {
    const difference = (a[inA] ?? 0) - (b[inB] ?? 0)
    if (difference === 0) common++
    if (difference <= 0) inA++
    if (difference >= 0) inB++
  }
  return (2 * common) / (a.length + b.length)
}

const MAX_CACHED = 20_000
const cache = new Map<string, Letters>()

function lettersOf(word: string): Letters {
  let letters = cache.get(word)
  if (!letters) {
    letters = { length: word.length, groups: groupsOf(` ${word} `) }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(word, letters)
  }
  return letters
}

function groupsOf(padded: string): Float64Array {
  const groups = new Set<number>()
  for (let at = 0; at < Math.max(1, padded.length - 2); at++) {
    const [first, second, third] = [at, at + 1, at + 2].map((index) => padded.charCodeAt(index) || 0)
    groups.add(((first ?? 0) * 0x10000 + (second ?? 0)) * 0x10000 + (third ?? 0))
  }
  return Float64Array.from(groups).sort()
}
