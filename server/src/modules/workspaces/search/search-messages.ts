export interface SearchTask {
  root: string
  files: string[]
  regex: string
  caseSensitive: boolean
  filePattern: string | undefined
  limits: { fileBytes: number; hits: number; context: number; lineChars: number }
}

export interface SearchHit {
  path: string
  line: number
  /** With the lines around it, numbered. */
  text: string
}

/** The thread is up: from now on the time counts. */
export const BEGUN = 'begun'

export type SearchAnswer = { hits: SearchHit[]; searched: number; more: boolean } | { fault: string }
