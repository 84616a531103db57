import type { WorkspaceCheckpoint, WorkspaceEdit } from '@bellwether/wire'

/** A checkpoint with the edit that created it and the checkpoint before it. */
export interface Moment {
  checkpoint: WorkspaceCheckpoint
  edit: WorkspaceEdit | undefined
  /** The checkpoint it is compared with. Undefined for the first one, or if not loaded. */
  before: string | undefined
}

/** Both lists are newest first. Pure. */
export function toMoments(
  checkpoints: readonly WorkspaceCheckpoint[],
  edits: readonly WorkspaceEdit[],
): Moment[] {
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  return checkpoints.map((checkpoint, index) => ({
    checkpoint,
    edit: checkpoint.edit === null ? undefined : byId.get(checkpoint.edit),
    before: checkpoints[index + 1]?.id,
  }))
}
