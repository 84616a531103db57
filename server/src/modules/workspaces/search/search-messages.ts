export interface SearchTask {
  /** The folder on disk that the thread reads from; null = the files are stored, and the thread asks for their contents. */
  root: string | null
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

export type SearchAnswer = { hits: SearchHit[]; searched: number; more: boolean } | { fault: string }

/** From the thread. */
export type SearchMessage =
  /** The thread is running: from now on the time counts. */
  | { type: 'begun' }
  /** The thread waits for these files; the time limit is paused. */
  | { type: 'read'; paths: string[] }
  | { type: 'answer'; answer: SearchAnswer }

/** To the thread: in the order of the paths; undefined for a file that can't be searched. */
export type SearchContents = (Uint8Array | undefined)[]
