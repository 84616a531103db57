import type { Message } from '@bellwether/wire'
import type { SplitSettings } from '../../../documents/chunking/split-settings.ts'
import type { ReadProgress } from '../../../documents/readers/limits.ts'
import type { Descriptions, PictureToDescribe } from '../../../documents/readers/pictures/picture-finder.ts'
import type { ReadOptions } from '../../../documents/readers/read-document.ts'
import type { UnreadableCode } from '../../../documents/readers/unreadable-document.ts'
import type { Language } from '../../../platform/text/language.ts'
import type { IndexedChunk, PageWarning, PreparedDocument } from './index-document.ts'

/** A file's bytes, or its path: then the reading process opens it, and it is never in the server's memory. */
export type DocumentSource = Uint8Array | string

export interface DocumentToRead {
  source: DocumentSource
  options: ReadOptions
  /** The URL, for a page of a site. */
  url?: string
  /** The start time, for a part of a video. */
  time?: string
}

/** An unchanged page of a site: its passages, with positions relative to the page. */
export interface UnchangedPage {
  kept: readonly IndexedChunk[]
  characters: number
  title: string
  url: string
  /** Why it could not be read, completely or in part. */
  warnings?: readonly PageWarning[]
}

/** One document, or the pages of a site, which become one document. */
export interface ReadingOrder {
  documents: readonly (DocumentToRead | UnchangedPage)[]
  /** Used if it has no title. */
  name: string
  split: SplitSettings
  /** The language of the knowledge base, for documents that are too short to detect one. */
  language?: Language
}

export interface ReadingProgress extends ReadProgress {
  stage: 'read' | 'split'
}

/** A site may be large: then its pages are sent in batches before the request to read them. */
export type ToReader =
  | { type: 'pages'; documents: ReadingOrder['documents'] }
  | { type: 'read'; order: ReadingOrder }
  | { type: 'more' }
  | { type: 'described'; descriptions: Descriptions }

/** Some passages, and the next bytes of the index. */
export interface DocumentPart {
  chunks: IndexedChunk[]
  bytes: Uint8Array
  /** Where the bytes belong, and how many there are in all. */
  at: number
  total: number
}

/**
 * A document is returned in parts on request, so that the server never receives a whole book at once. The last part
 * comes with the result: for a small file, it is the only message.
 */
export type FromReader =
  | { type: 'progress'; progress: ReadingProgress }
  /** To be answered with `more`. */
  | { type: 'part'; part: DocumentPart }
  /** To be answered with `described`. */
  | { type: 'pictures'; pictures: PictureToDescribe[] }
  | { type: 'done'; document: Omit<PreparedDocument, 'chunks' | 'segment'>; last: DocumentPart }
  | { type: 'unreadable'; code: UnreadableCode; message: Message }
  | { type: 'failed'; message: string }
