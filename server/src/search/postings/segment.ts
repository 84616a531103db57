import { LANGUAGES, type Language } from '../../platform/text/language.ts'
import { termsOf, type WordTerms } from '../../platform/text/terms.ts'
import { isUnspaced, toWords, withoutAccents } from '../../platform/text/words.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { type Postings, readPostings, writePostings } from './postings.ts'
import { PostingsBuilder } from './postings-builder.ts'

/** The format of segments. Others can't be read: changing it requires rebuilding all segments from their chunks. */
export const SEGMENT_FORMAT = 3

/** The search index of one document. */
export interface Segment {
  language: Language
  words: Postings
  grams: Postings
  /** Its longer words without accents, in order: for a question with a misspelt one. */
  vocabulary: readonly string[]
}

/** `texts`: of all chunks in order, with title and headings. */
export function buildSegment(texts: Iterable<string>, language: Language): Segment {
  const words = new PostingsBuilder()
  const grams = new PostingsBuilder()
  // Repeated words are looked up only once.
  const cache = new Map<string, WordTerms | null>()
  for (const text of texts) {
    words.beginChunk()
    grams.beginChunk()
    for (const word of toWords(text)) {
      let terms = cache.get(word)
      if (terms === undefined) {
        terms = toNumbers(termsOf(word, language), words, grams)
        cache.set(word, terms)
      }
      if (terms === null) continue
      words.add(terms.word)
      for (const gram of terms.grams) grams.add(gram)
    }
  }
  return { language, words: words.finish(), grams: grams.finish(), vocabulary: vocabularyOf(cache) }
}

/** Others are too short to tell a misspelling, or no words. */
const SPELT = /^\p{L}{4,30}$/u

function vocabularyOf(cache: ReadonlyMap<string, WordTerms | null>): string[] {
  const words = new Set<string>()
  for (const [word, terms] of cache)
    if (terms !== null && !isUnspaced(word) && SPELT.test(word)) words.add(withoutAccents(word))
  return [...words].sort()
}

const toNumbers = (
  terms: WordTerms | null,
  words: PostingsBuilder,
  grams: PostingsBuilder,
): WordTerms | null =>
  terms && { word: words.numberOf(terms.word), grams: terms.grams.map((gram) => grams.numberOf(gram)) }

export function writeSegment({ language, words, grams, vocabulary }: Segment): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter()
  to.number(SEGMENT_FORMAT)
  to.number(LANGUAGES.indexOf(language))
  writePostings(to, words)
  writePostings(to, grams)
  writeVocabulary(to, vocabulary)
  return to.finish()
}

export function readSegment(bytes: Uint8Array): Segment {
  const from = new ByteReader(bytes)
  const format = from.number()
  if (format !== SEGMENT_FORMAT) throw new RangeError(`unknown segment format ${format}`)
  return {
    language: LANGUAGES[from.number()] ?? 'other',
    words: readPostings(from),
    grams: readPostings(from),
    vocabulary: readVocabulary(from),
  }
}

/** Neighbors mostly begin alike: what they share is not repeated. */
function writeVocabulary(to: ByteWriter, words: readonly string[]): void {
  to.number(words.length)
  let last = ''
  for (const word of words) {
    let shared = 0
    while (shared < last.length && last[shared] === word[shared]) shared++
    to.number(shared)
    to.number(word.length - shared)
    for (let at = shared; at < word.length; at++) to.number(word.charCodeAt(at))
    last = word
  }
}

function readVocabulary(from: ByteReader): string[] {
  let last = ''
  return Array.from({ length: from.number() }, () => {
    const shared = from.number()
    const units = Array.from({ length: from.number() }, () => from.number())
    last = last.slice(0, shared) + String.fromCharCode(...units)
    return last
  })
}
