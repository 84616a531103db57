import type { StreamEvent, StreamedEdit } from '$lib/api'
import type { toRequest } from './message.ts'

/** A question of a conversation. */
export interface Asked {
  /** The stored chat that it belongs to. */
  chatId: string | undefined
  /** Its text, which is also the last of the messages. */
  question: string
  messages: ReturnType<typeof toRequest>
  /** Of a stored chat: repeats the last question, or replaces this one. */
  retry?: boolean
  edit?: string
  signal: AbortSignal
}

/** Sends a question and yields the events of the answer. */
export type Ask = (asked: Asked) => AsyncIterable<StreamEvent>

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
