import type { Source } from '@bellwether/wire'
import type { ModelEvent } from '../../connectors/connector.ts'
import type { ApprovalEvent, FileEdit, ToolEvent, ToolStatus } from '../../tools/tool.ts'
import type { CitationCheck } from '../citations/citation-check.ts'

/** What goes on while nothing is said yet. Only safe identifiers: never settings, arguments or contents. */
export type StatusEvent = ToolStatus

/** A function that the model calls, and what came of it: for doors whose protocol shows them. OpenAI's has no place for them. */
export type CallEvent =
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  | { type: 'tool-result'; id: string; name: string; ok: boolean; content: string }

/** What a running completion tells its door: sources and statuses as they come, the model's events, `end` last. */
export type CompletionEvent =
  | { type: 'sources'; sources: Source[] }
  | { type: 'citations'; citations: CitationCheck }
  | StatusEvent
  | FileEdit
  | ApprovalEvent
  | CallEvent
  | ModelEvent

/** Marks everything that one run tells with the id of that run; what another assistant does within it keeps its own. */
export const tellAs =
  (callId: string, tell: (event: ToolEvent) => void) =>
  (event: ToolEvent): void => {
    if (event.type !== 'status') tell(event)
    else if (event.parent === undefined) tell({ ...event, call_id: callId })
    else tell({ parent_call_id: callId, ...event })
  }
