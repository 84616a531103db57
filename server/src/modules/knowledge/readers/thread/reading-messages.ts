import type { Message } from '@bellwether/wire'
import type { Language } from '../../../../platform/text/language.ts'
import type { SplitSettings } from '../../chunking/split-settings.ts'
import type { IndexedChunk, PreparedDocument } from '../../ingestion/index-document.ts'
import type { ReadProgress } from '../limits.ts'
import type { Descriptions, PictureToDescribe } from '../pictures/picture-finder.ts'
import type { ReadOptions } from '../read-document.ts'
import type { UnreadableCode } from '../unreadable-document.ts'

/** A file's bytes, or where it is: then the thread reads it and the server's own memory never holds it. */
export type DocumentSource = Uint8Array | string

export interface DocumentToRead {
  source: DocumentSource
  options: ReadOptions
  /** Where it is on the web, for a page of a site. */
  url?: string
  /** Where it begins, for a piece of a video. */
  time?: string
}

/** A page of a site that is what it was: its passages, counted from its own beginning. */
export interface KeptPage {
  kept: readonly IndexedChunk[]
  characters: number
  title: string
  url: string
  /** Why there is nothing of it. */
  warning?: string
}

/** One document, or the pages of a site that are to be one document. */
export interface ReadingOrder {
  documents: readonly (DocumentToRead | KeptPage)[]
  /** What it is called if it has no title of its own. */
  name: string
  split: SplitSettings
  /** The language of the knowledge base, for documents that are too short to tell. */
  language?: Language
}

export interface ReadingProgress extends ReadProgress {
  stage: 'read' | 'split'
}

/** A site may be large: its pages come in portions, before the order to read them. */
export type ToReader =
  | { type: 'pages'; documents: ReadingOrder['documents'] }
  | { type: 'read'; order: Omit<ReadingOrder, 'documents'> }
  | { type: 'more' }
  | { type: 'described'; descriptions: Descriptions }

/** Passages come in portions, each asked for, so that the server never takes in a whole book at once. */
export type FromReader =
  /** So that its CPU time can be watched from outside; sent first. */
  | { type: 'started'; thread: string | undefined }
  | { type: 'progress'; progress: ReadingProgress }
  | { type: 'chunks'; chunks: IndexedChunk[] }
  /** To be answered with `described`. */
  | { type: 'pictures'; pictures: PictureToDescribe[] }
  | { type: 'done'; document: Omit<PreparedDocument, 'chunks'> }
  | { type: 'unreadable'; code: UnreadableCode; message: Message }
  | { type: 'failed'; message: string }
