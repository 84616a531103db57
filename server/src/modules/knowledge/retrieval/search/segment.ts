import { LANGUAGES, type Language } from '../../../../platform/text/language.ts'
import { termsOf, type WordTerms } from '../../../../platform/text/terms.ts'
import { toWords } from '../../../../platform/text/words.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { type Postings, readPostings, writePostings } from './postings.ts'
import { PostingsBuilder } from './postings-builder.ts'

/** The format of segments. Others can't be read: changing it requires rebuilding all segments from their chunks. */
export const SEGMENT_FORMAT = 2

/** The search index of one document. */
export interface Segment {
  language: Language
  words: Postings
  grams: Postings
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
  return { language, words: words.finish(), grams: grams.finish() }
}

const toNumbers = (
  terms: WordTerms | null,
  words: PostingsBuilder,
  grams: PostingsBuilder,
): WordTerms | null =>
  terms && { word: words.numberOf(terms.word), grams: terms.grams.map((gram) => grams.numberOf(gram)) }

export function writeSegment({ language, words, grams }: Segment): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter()
  to.number(SEGMENT_FORMAT)
  to.number(LANGUAGES.indexOf(language))
  writePostings(to, words)
  writePostings(to, grams)
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
  }
}
