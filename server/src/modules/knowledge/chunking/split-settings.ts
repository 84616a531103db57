/** What is known of a text from this character on. */
export interface Mark {
  start: number
  page?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  /** When this is said in a recording. */
  time?: string | undefined
  url?: string | undefined
  /** The level of a heading, whose text begins here. */
  heading?: number | undefined
  /** The text goes on from the mark before, in the middle of a paragraph. */
  continues?: boolean | undefined
}

export interface SplitSettings {
  /** Chunks are filled up to this many characters. */
  size: number
  /** A sentence that is longer than `size` stays whole up to this many. */
  most: number
  /** What comes before a chunk may be repeated in it, up to this many characters, by whole sentences. */
  overlap: number
  /** Chunks that stand together under a heading are one parent of at most this many characters. */
  parent: number
  /** Instead of cutting at every heading. */
  grouping?: Grouping
}

/**
 * Where text is cut instead of at every heading: every `count` pages (or slides, or sheets), every `count` headings of a level or above,
 * or nowhere, so that only size counts.
 */
export type Grouping =
  | { by: 'page'; count: number }
  | { by: 'heading'; level: number; count: number }
  | { by: 'size' }
