import type { StreamedEdit } from '$lib/api'

/** Where a question goes. Called for each question. */
export interface Target {
  path: string
  /** The fields besides the messages. */
  body: object
  /** The server knows the conversation, so the messages are not sent. */
  knowsMessages?: boolean
}

export type Destination = (chatId: string | undefined, question: string) => Target | Promise<Target>

export interface ConversationOptions {
  /** The server stores the chat: an answer continues without the page for a while and can be rejoined. */
  isKept?: boolean
  /** Called when a file has been changed on disk. */
  onFileEdit?: (edit: StreamedEdit) => void
  /** Called when an answer has ended. */
  onEnd?: () => void
}

/** Statuses that tell the user about a deviation from the usual steps. */
export const NOTES: ReadonlySet<string> = new Set(['budget', 'limit'])

/** Pauses before each attempt to rejoin an interrupted answer. */
export const PAUSES_MS = [300, 1500, 4000]
