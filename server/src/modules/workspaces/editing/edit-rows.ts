import { nowSeconds } from '../../../platform/clock.ts'
import type { EditRow, NewEdit } from '../checkpoints/edit.repository.ts'
import type { EditRequest, Plan } from './plan-edit.ts'

/** A file of a workspace was changed, and the change is durable. */
export interface DoneEdit {
  workspace: string
  path: string
  diff: string
  /** True if `diff` is empty because it would be too long or is not text. */
  diffOmitted: boolean
  added: number
  removed: number
  /** The id for undoing the edit. */
  edit: string
  /** Hash of the current content; null if the file was deleted. */
  hash: string | null
  checkpoint: string | null
}

export const toRow = (
  workspaceId: string,
  { place, before, after, diff }: Plan,
  { by, undoes }: EditRequest,
  afterHash: string | null,
): NewEdit => ({
  workspace_id: workspaceId,
  path: place.path,
  kind: before ? (after ? 'change' : 'delete') : 'create',
  tool: by.tool,
  before_hash: before?.hash ?? null,
  after_hash: afterHash,
  before_mode: before?.mode ?? null,
  added: diff.added,
  removed: diff.removed,
  undoes: undoes ?? null,
  user_id: by.userId,
  trace_id: by.traceId ?? null,
  checkpoint_id: null,
  created_at: nowSeconds(),
})

export const toDone = (row: EditRow, { diff }: Plan, checkpoint: string | null): DoneEdit => ({
  workspace: row.workspace_id,
  path: row.path,
  diff: diff.diff,
  diffOmitted: diff.omitted !== undefined,
  added: diff.added,
  removed: diff.removed,
  edit: String(row.id),
  hash: row.after_hash,
  checkpoint,
})
