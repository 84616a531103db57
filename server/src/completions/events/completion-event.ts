import { type SearchGrade, type Source, searchGradeSchema } from '@bellwether/wire'
import type { ModelEvent } from '../../connectors/connector.ts'
import type { ApprovalEvent, FileEdit, ToolEvent, ToolStatus } from '../../tools/tool.ts'
import type { CitationCheck } from '../citations/citation-check.ts'

/** Shows progress before the answer starts. Contains only safe identifiers, never settings, arguments or content. */
export type StatusEvent = ToolStatus

/** A function call of the model and its result, for protocols that show them. OpenAI's does not. */
export type CallEvent =
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  | { type: 'tool-result'; id: string; name: string; ok: boolean; content: string }

/** The events of a running completion: sources and statuses as they occur, the model's events, and `end` last. */
export type CompletionEvent =
  /** `grade`: of the search they are from, if there was one. There may be no sources. */
  | { type: 'sources'; sources: Source[]; grade?: SearchGrade | undefined }
  | { type: 'citations'; citations: CitationCheck }
  | StatusEvent
  | FileEdit
  | ApprovalEvent
  | CallEvent
  | ModelEvent

/** Adds the id of a run to its events. Events of nested assistants keep their own id. */
export const emitAs =
  (callId: string, tell: (event: ToolEvent) => void) =>
  (event: ToolEvent): void => {
    if (event.type !== 'status') tell(event)
    else if (event.parent === undefined) tell({ ...event, call_id: callId })
    else tell({ parent_call_id: callId, ...event })
  }

/** Best first. */
const GRADES = searchGradeSchema.options

/** What a tool that searches says about what it found. */
export const gradeIn = (metadata: Record<string, unknown> | undefined): SearchGrade | undefined =>
  GRADES.find((grade) => grade === metadata?.['grade'])

export const bestGrade = (grades: readonly (SearchGrade | undefined)[]): SearchGrade | undefined =>
  GRADES.find((grade) => grades.includes(grade))
