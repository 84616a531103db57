import type { Message } from '@bellwether/wire'
import type { Language } from '../../../../platform/text/language.ts'
import type { SplitSettings } from '../../chunking/split-settings.ts'
import type { IndexedChunk, PageWarning, PreparedDocument } from '../../ingestion/index-document.ts'
import type { ReadProgress } from '../limits.ts'
import type { Descriptions, PictureToDescribe } from '../pictures/picture-finder.ts'
import type { ReadOptions } from '../read-document.ts'
import type { UnreadableCode } from '../unreadable-document.ts'

/** A file's bytes, or its path: then the thread reads it, and it is never in the main thread's memory. */
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

/**
 * Passages are returned in batches on request, so that the main thread never receives a whole book at once. The last
 * batch comes with the result: for a small file, it is the only message.
 */
export type FromReader =
  /** Sent first, so that the CPU time of the thread can be watched. */
  | { type: 'started'; thread: string | undefined }
  | { type: 'progress'; progress: ReadingProgress }
  | { type: 'chunks'; chunks: IndexedChunk[] }
  /** To be answered with `described`. */
  | { type: 'pictures'; pictures: PictureToDescribe[] }
  | { type: 'done'; document: Omit<PreparedDocument, 'chunks'>; rest: IndexedChunk[] }
  | { type: 'unreadable'; code: UnreadableCode; message: Message }
  | { type: 'failed'; message: string }
