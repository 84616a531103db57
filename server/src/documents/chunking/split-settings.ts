/** What applies to the text from this character on. */
export interface Mark {
  start: number
  page?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  /** The time in a recording. */
  time?: string | undefined
  url?: string | undefined
  /** The level of a heading that starts here. */
  heading?: number | undefined
  /** The text continues from the previous mark, in the middle of a paragraph. */
  continues?: boolean | undefined
}

export interface SplitSettings {
  /** Chunks are filled up to this many characters. */
  size: number
  /** A sentence longer than `size` is kept whole up to this length. */
  most: number
  /** The end of the previous chunk may be repeated, in whole sentences, up to this many characters. */
  overlap: number
  /** Chunks under the same heading form one parent of at most this many characters. */
  parent: number
  /** Instead of cutting at every heading. */
  grouping?: Grouping
}

/**
 * Where to split instead of at every heading: every `count` pages (or slides, or sheets), every `count` headings of a
 * level or above, or nowhere, so that only the size counts.
 */
export type Grouping =
  | { by: 'page'; count: number }
  | { by: 'heading'; level: number; count: number }
  | { by: 'size' }
