import type { Source } from '@bellwether/wire'
import type { ModelEvent } from '../connectors/connector.ts'
import type { CitationCheck } from './citations/check-citations.ts'

/** What goes on while nothing is said yet. Only safe identifiers: never settings, arguments or contents. */
export interface StatusEvent {
  type: 'status'
  status: string
  tool: string | null
  /** A line of markdown. */
  message: string
  elapsed_ms?: number
}

/** What a running completion tells its door: sources and statuses as they come, the model's events, `end` last. */
export type CompletionEvent =
  | { type: 'sources'; sources: Source[] }
  | { type: 'citations'; citations: CitationCheck }
  | StatusEvent
  | ModelEvent
