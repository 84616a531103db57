import * as z from 'zod'
import type { MessageRow } from './message.repository.ts'

/** A tool call by the model. Its result is stored separately. */
const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As the model wrote them. */
  args: z.string(),
  /** Undefined when the answer was interrupted before there was a result. */
  ok: z.boolean().optional(),
  size: z.number().optional(),
})
export type StoredCall = z.infer<typeof callSchema>

const editSchema = z.object({
  workspace: z.string(),
  path: z.string(),
  diff: z.string(),
  /** The file no longer exists. */
  gone: z.boolean(),
})
export type StoredEdit = z.infer<typeof editSchema>

export interface DialogMessage {
  id: number
  number: number | null
  role: 'user' | 'assistant'
  content: string
  reasoning: string
  calls: StoredCall[]
  edits: StoredEdit[]
  checkpoint: string | null
  session: number
  complete: boolean
}

export const toMessage = (row: MessageRow): DialogMessage => ({
  id: row.id,
  number: row.number,
  role: row.role,
  content: row.content,
  reasoning: row.reasoning,
  calls: z.array(callSchema).parse(JSON.parse(row.calls)),
  edits: z.array(editSchema).parse(JSON.parse(row.edits)),
  checkpoint: row.checkpoint,
  session: row.session,
  complete: row.complete === 1,
})

/** The number of history events it is shown as: reasoning, text, calls, edits. */
export const countEvents = ({
  content,
  reasoning,
  calls,
  edits,
}: Pick<DialogMessage, 'content' | 'reasoning' | 'calls' | 'edits'>): number =>
  (reasoning === '' ? 0 : 1) +
  (content === '' ? 0 : 1) +
  calls.length +
  edits.filter(({ gone }) => !gone).length

/** PostgreSQL can't store U+0000. */
export const storable = (text: string): string => text.replaceAll('\u0000', '')
