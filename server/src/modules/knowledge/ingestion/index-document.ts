import { detectLanguage, type Language } from '../../../platform/text/language.ts'
import { type Chunk, type Mark, type SplitSettings, splitText } from '../chunking/split-text.ts'
import { buildSegment, writeSegment } from '../search/segment.ts'

export interface TextOfDocument {
  title: string
  text: string
  marks: readonly Mark[]
}

export type IndexedChunk = Chunk & { text: string }

/** A document made ready to be found. */
export interface IndexedDocument {
  language: Language
  chunks: IndexedChunk[]
  segment: Uint8Array
}

export interface PreparedDocument extends IndexedDocument {
  title: string
  characters: number
  /** What was left out, in words for the person who uploaded it. */
  warnings: string[]
}

/** Splits a text and works out what its passages are found by. Heavy: for a thread of its own. */
export function indexDocument(
  { title, text, marks }: TextOfDocument,
  settings: SplitSettings,
): IndexedDocument {
  const language = detectLanguage(text)
  const chunks = splitText(text, marks, settings).map((chunk) => ({
    ...chunk,
    text: text.slice(chunk.start, chunk.end),
  }))
  // A passage is found by its headings too, unless it repeats them anyway.
  const sought = chunks.map((chunk) => `${title}\n${chunk.heading}\n${chunk.text}`)
  return { language, chunks, segment: writeSegment(buildSegment(sought, language)) }
}
