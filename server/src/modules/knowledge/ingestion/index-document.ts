import { detectLanguage, type Language } from '../../../platform/text/language.ts'
import type { Mark, SplitSettings } from '../chunking/split-settings.ts'
import { type Chunk, splitText } from '../chunking/split-text.ts'
import { buildSegment, writeSegment } from '../retrieval/search/segment.ts'

export interface TextOfDocument {
  title: string
  text: string
  marks: readonly Mark[]
  /** Taken if the text is too short to tell. */
  language?: Language | undefined
}

export type IndexedChunk = Chunk & { text: string }

/** A document made ready to be found. */
export interface IndexedDocument {
  language: Language
  chunks: IndexedChunk[]
  segment: Uint8Array<ArrayBuffer>
}

/** Where a page of a site stands in the document that the site is. */
export interface PageStretch {
  title: string
  start: number
  /** 0 for a page that could not be read. */
  characters: number
  /** Why it could not be read, or what of it could not. */
  warning?: string
}

export interface PreparedDocument extends IndexedDocument {
  title: string
  characters: number
  /** What was left out, in words for the person who uploaded it. */
  warnings: string[]
  /** Of a site: each of its pages, in the order in which they were given. */
  pages?: PageStretch[]
}

/** A part of a document that is cut by itself: its passages count from its own beginning. */
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

/** Splits a text and works out what its passages are found by. Heavy: for a thread of its own. */
export function indexDocument(
  { title, text, marks, language }: TextOfDocument,
  settings: SplitSettings,
): IndexedDocument {
  return indexChunks(title, cutText(text, marks, settings).chunks, detectLanguage(text, language))
}

/** Between two parts, as between two paragraphs. */
const GAP = 2

/** One document out of parts that were cut each by itself. */
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

/** A passage is found by its headings too, unless it repeats them anyway. */
function* searchedTexts(title: string, chunks: readonly IndexedChunk[]): Generator<string> {
  for (const { heading, text } of chunks) yield `${title}\n${heading}\n${text}`
}
