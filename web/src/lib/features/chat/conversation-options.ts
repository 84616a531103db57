import type { StreamedEdit } from '$lib/api'

/** The path and the body fields for a question, besides the messages. Called for each question. */
export type Destination = (chatId: string | undefined) => { path: string; body: object }

export interface ConversationOptions {
  /** The server stores the chat: an answer continues without the page for a while and can be rejoined. */
  isKept?: boolean
  /** Called when a file has been changed on disk. */
  onFileEdit?: (edit: StreamedEdit) => void
}

/** Statuses that tell the user about a deviation from the usual steps. */
export const NOTES: ReadonlySet<string> = new Set(['budget', 'limit'])

/** Pauses before each attempt to rejoin an interrupted answer. */
export const PAUSES_MS = [300, 1500, 4000]
