import type { Message } from '@bellwether/wire'
import type { Mark, SplitSettings } from '../../../documents/chunking/split-settings.ts'
import { type Chunk, splitText } from '../../../documents/chunking/split-text.ts'
import { detectLanguage, type Language } from '../../../platform/text/language.ts'
import { buildSegment, writeSegment } from '../../../search/postings/segment.ts'

export interface TextOfDocument {
  title: string
  text: string
  marks: readonly Mark[]
  /** Used if the text is too short to detect a language. */
  language?: Language | undefined
}

export type IndexedChunk = Chunk & { text: string }

/** An indexed document. */
export interface IndexedDocument {
  language: Language
  chunks: IndexedChunk[]
  segment: Uint8Array<ArrayBuffer>
}

/** Only a text if the page was read before warnings had codes. */
export type PageWarning = string | Message

/** The position of a page in the document of its site. */
export interface PageStretch {
  title: string
  start: number
  /** 0 for a page that could not be read. */
  characters: number
  /** Why it could not be read, completely or in part. */
  warnings?: readonly PageWarning[]
}

export interface PreparedDocument extends IndexedDocument {
  title: string
  characters: number
  /** What was left out, for the person who uploaded it. */
  warnings: PageWarning[]
  /** For a site: its pages, in the given order. */
  pages?: PageStretch[]
}

/** A part of a document that is split separately: positions of its passages are relative to the part. */
export interface CutPart {
  chunks: IndexedChunk[]
  characters: number
}

export const cutText = (text: string, marks: readonly Mark[], settings: SplitSettings): CutPart => ({
  chunks: splitText(text, marks, settings).map((chunk) => ({
    ...chunk,
    text: text.slice(chunk.start, chunk.end),
  })),
  characters: text.length,
})

/** Splits a text and indexes its passages. Expensive: runs in a reading process. */
export function indexDocument(
  { title, text, marks, language }: TextOfDocument,
  settings: SplitSettings,
): IndexedDocument {
  return indexChunks(title, cutText(text, marks, settings).chunks, detectLanguage(text, language))
}

/** Between two parts, as between two paragraphs. */
const GAP = 2

/** Joins parts that were split separately into one document. */
export function joinParts(title: string, parts: readonly CutPart[]): IndexedDocument & { starts: number[] } {
  const chunks: IndexedChunk[] = []
  const starts: number[] = []
  let start = 0
  let parents = 0
  for (const part of parts) {
    starts.push(start)
    for (const chunk of part.chunks)
      chunks.push({
        ...chunk,
        start: chunk.start + start,
        end: chunk.end + start,
        parent: chunk.parent + parents,
      })
    parents += 1 + (part.chunks.at(-1)?.parent ?? -1)
    start += part.characters + GAP
  }
  const language = detectLanguage(chunks.map(({ text }) => text).join('\n'))
  return { ...indexChunks(title, chunks, language), starts }
}

function indexChunks(title: string, chunks: IndexedChunk[], language: Language): IndexedDocument {
  return { language, chunks, segment: writeSegment(buildSegment(searchedTexts(title, chunks), language)) }
}

/** A passage can also be found by its headings, unless it repeats them. */
function* searchedTexts(title: string, chunks: readonly IndexedChunk[]): Generator<string> {
  for (const { heading, text } of chunks) yield `${title}\n${heading}\n${text}`
}
