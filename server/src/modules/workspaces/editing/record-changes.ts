import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeChange } from '../checkpoints/changes.ts'
import { checkpointRepository } from '../checkpoints/checkpoint.repository.ts'
import type { TreeChange } from '../checkpoints/tree.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import { editRepository } from './edit.repository.ts'
import type { DoneEdit, EditedBy } from './edit-file.ts'

/** A program may write thousands; those beyond can be gone back on together, by the checkpoint. */
const MAX_RECORDED = 200

/** What was done to the files between two checkpoints past our own way of editing, as edits that can be taken back one by one. */
export const createRecordChanges = (db: Db) =>
  async function recordChanges(
    workspace: OpenWorkspace,
    { before, after }: { before: string; after: string },
    by: EditedBy,
  ): Promise<DoneEdit[]> {
    const [old, now] = await Promise.all(
      [before, after].map((id) => checkpointRepository.find(db, workspace.id, Number(id))),
    )
    const done: DoneEdit[] = []
    if (!old || !now) return done
    for await (const change of workspace.trees.compare(old.tree, now.tree)) {
      if (done.length === MAX_RECORDED) break
      // Edits are of files; a link comes back with the checkpoint.
      if (change.before?.kind !== 'link' && change.after?.kind !== 'link')
        done.push(await record(db, workspace, change, by, now.id))
    }
    return done
  }

async function record(
  db: Db,
  workspace: OpenWorkspace,
  change: TreeChange,
  by: EditedBy,
  checkpoint: number,
): Promise<DoneEdit> {
  const { path } = change
  const before = change.before?.kind === 'file' ? change.before : undefined
  const after = change.after?.kind === 'file' ? change.after : undefined
  const { diff, additions, deletions } = await describeChange(workspace, change)
  const row = await editRepository.insert(db, {
    workspace_id: workspace.id,
    path,
    kind: before ? (after ? 'change' : 'delete') : 'create',
    tool: by.tool,
    before_hash: before?.hash ?? null,
    after_hash: after?.hash ?? null,
    before_mode: before?.mode ?? null,
    added: additions,
    removed: deletions,
    undoes: null,
    user_id: by.userId,
    trace_id: by.traceId ?? null,
    checkpoint_id: checkpoint,
    created_at: nowSeconds(),
  })
  return {
    workspace: workspace.id,
    path,
    diff: diff ?? '',
    diffOmitted: diff === null,
    added: additions,
    removed: deletions,
    edit: String(row.id),
    hash: after?.hash ?? null,
    checkpoint: String(checkpoint),
  }
}
