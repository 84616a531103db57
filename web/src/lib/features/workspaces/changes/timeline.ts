import type { WorkspaceCheckpoint, WorkspaceEdit } from '@bellwether/wire'

/** A moment to which the files can go back, with the edit that made it and the moment before it. */
export interface Moment {
  checkpoint: WorkspaceCheckpoint
  edit: WorkspaceEdit | undefined
  /** What it is compared with. Undefined: the first, or not loaded. */
  before: string | undefined
}

/** Pure. Both lists come newest first. */
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
