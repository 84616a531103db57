import type { Message } from '@bellwether/wire'

export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'csv'
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'image'
  | 'subtitles'
  | 'notebook'
  | 'latex'
  | 'rtf'
  | 'opendocument'
  | 'epub'
  | 'mail'

/** The place of a block in the original. */
export interface Place {
  page?: number
  slide?: number
  sheet?: string
  /** In a recording: `00:12:03`. */
  time?: string
  /** The URL of a web page. */
  url?: string
}

/** One paragraph, list item, table (or part of one) or heading, in reading order. */
export interface Block extends Place {
  /** Plain text; tables and lists in Markdown. A heading's text has no marks. */
  text: string
  /** 1 to 6 when this block is a heading. */
  heading?: number
  /** The white space before it in the original, if known; otherwise blocks are separated by a blank line. */
  gap?: string
  /** It continues the previous block in the middle of a paragraph, after the end of a page or column. */
  continues?: true
}

export interface DocumentText {
  kind: DocumentKind
  title?: string | undefined
  blocks: Block[]
  /** What was left out, for the person who uploaded the file. */
  warnings?: Message[]
}

/** Where a block starts in the joined text. */
export interface Mark extends Place {
  start: number
  end: number
  heading?: number
  continues?: true
}

export interface JoinedText {
  text: string
  marks: Mark[]
}

const BETWEEN = '\n\n'

/** Joins all blocks into one plain text. `text.slice(mark.start, mark.end)` is the block's text. */
export function joinBlocks(blocks: readonly Block[]): JoinedText {
  const marks: Mark[] = []
  const parts: string[] = []
  let start = 0
  for (const { text, gap: ownGap, ...rest } of blocks) {
    const gap = ownGap ?? (marks.length === 0 ? '' : rest.continues ? ' ' : BETWEEN)
    parts.push(gap, text)
    start += gap.length
    marks.push({ start, end: start + text.length, ...rest })
    start += text.length
  }
  return { text: parts.join(''), marks }
}
