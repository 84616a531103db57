import { guessLanguage, type Language } from '../../platform/text/language.ts'
import { isStopWord, termsOf } from '../../platform/text/terms.ts'
import { toWords, withoutAccents } from '../../platform/text/words.ts'
import { type QueryWord, type QueryWords, toQueryWords } from '../postings/query-words.ts'
import type { Spelling } from './spelling.ts'

/** A message, with what the person wrote before it if there is anything: "And in France?" needs it. */
export type Question = string | { text: string; before: string }

export const textOf = (question: Question): string =>
  typeof question === 'string' ? question : question.text

/** A word of the question that is no stop word. */
export interface AskedWord extends QueryWord {
  grams: readonly number[]
  /** 1, or less for a word that no passage has and that was replaced by one of almost the same letters. */
  likeness: number
}

/** One way to take a message: all of it, or one of its sentences. */
export interface Reading {
  words: readonly AskedWord[]
  grams: QueryWords
}

/** A message is read in several ways at once, and the best one wins: nothing has to recognize which sentence asks. */
export interface Readings {
  whole: Reading
  /** Includes `whole`. Empty if the message has nothing but stop words. */
  all: readonly Reading[]
}

/** A longer message is cut, and its later sentences are one: each reading is a search of its own. */
const MAX_CHARACTERS = 8000
const MAX_PIECES = 16
const MAX_BEFORE = 500

/** `languages`: those of the documents. */
export function toReadings(
  languages: ReadonlySet<Language>,
  question: Question,
  spelling?: Spelling,
): Readings {
  const before = typeof question === 'string' ? '' : question.before
  const message = textOf(question).slice(0, MAX_CHARACTERS)
  const toAsked = wordReader(languages, message, spelling)
  const pieces = toPieces(message).map(toAsked).filter(isFilled)
  const whole = joined(pieces)
  const earlier = toAsked(before.slice(-MAX_BEFORE))
  const all = [
    ...(whole.words.length > 0 ? [whole] : []),
    ...(pieces.length > 1 ? pieces.map((piece) => joined([piece])) : []),
    ...(earlier.size > 0 ? [joined([...pieces, earlier])] : []),
  ]
  return { whole, all }
}

/** The end of a sentence in any script, a line break, or a colon: what follows one is often the question itself. */
const STOP = /(?<![.!?…؟۔।॥;:])[.!?…؟۔।॥;:]+(?=\s|$)|[。！？；：]+|\n+/u

function toPieces(message: string): string[] {
  const pieces = message.split(STOP).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  return [...pieces.slice(0, MAX_PIECES - 1), pieces.slice(MAX_PIECES - 1).join('\n')]
}

type AskedWords = ReadonlyMap<string, AskedWord>
const isFilled = (words: AskedWords): boolean => words.size > 0

function wordReader(languages: ReadonlySet<Language>, message: string, spelling: Spelling | undefined) {
  const guess = guessLanguage(message)
  const isKnown = guess.isClear && guess.language !== 'other' && languages.has(guess.language)
  // Documents whose language is unknown may be in that of the question, too.
  const used: Language[] = isKnown
    ? [guess.language, ...(languages.has('other') ? (['other'] as const) : [])]
    : [...languages]
  // A question may be in a language that no document has: its "how" and "in" are no words to look for.
  const stopped = guess.isClear ? [...new Set([...used, guess.language])] : used
  const read = new Map<string, AskedWord>()

  function toAsked(word: string): AskedWord {
    const terms = stemsOf([word], used)
    const grams = termsOf(word, used[0] ?? 'other')?.grams ?? []
    const near = spelling?.near(withoutAccents(word), terms)
    return near
      ? { terms: stemsOf(near.words, used), grams, times: 1, likeness: near.likeness }
      : { terms, grams, times: 1, likeness: 1 }
  }

  return (text: string): AskedWords => {
    const words = new Map<string, AskedWord>()
    for (const word of toWords(text)) {
      const plain = withoutAccents(word)
      if (stopped.some((language) => isStopWord(plain, language))) continue
      const known = read.get(word) ?? toAsked(word)
      read.set(word, known)
      words.set(word, { ...known, times: (words.get(word)?.times ?? 0) + 1 })
    }
    return words
  }
}

const stemsOf = (words: readonly string[], languages: readonly Language[]): number[] => [
  ...new Set(words.flatMap((word) => languages.flatMap((language) => termsOf(word, language)?.word ?? []))),
]

function joined(pieces: readonly AskedWords[]): Reading {
  const words = new Map<string, AskedWord>()
  for (const piece of pieces)
    for (const [text, word] of piece)
      words.set(text, { ...word, times: (words.get(text)?.times ?? 0) + word.times })
  const grams = [...words.values()].flatMap(({ grams, times }) => Array<readonly number[]>(times).fill(grams))
  return { words: [...words.values()], grams: toQueryWords(grams.flat()) }
}
