import type { WorkspaceChangedFile } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeChange } from '../checkpoints/changes.ts'
import { checkpointRepository } from '../checkpoints/checkpoint.repository.ts'
import { editRepository } from '../checkpoints/edit.repository.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import type { TreeChange } from '../trees/tree.ts'
import type { DoneEdit } from './edit-rows.ts'
import type { EditedBy } from './plan-edit.ts'

/** A program may write thousands of files; the others can be undone together, with the checkpoint. */
const MAX_RECORDED = 200

interface Described {
  change: TreeChange
  file: WorkspaceChangedFile
}

/** The changes between two checkpoints that a program made, as edits that can be undone one by one. */
export const createRecordChanges = (db: Db) =>
  async function recordChanges(
    workspace: OpenWorkspace,
    { before, after }: { before: string; after: string },
    by: EditedBy,
  ): Promise<DoneEdit[]> {
    const [old, now] = await Promise.all(
      [before, after].map((id) => checkpointRepository.find(db, workspace.id, Number(id))),
    )
    if (!old || !now) return []
    const described = await describeEdits(workspace, workspace.trees.compare(old.tree, now.tree))
    return insertAll(db, workspace.id, described, by, now.id)
  }

export type RecordChanges = ReturnType<typeof createRecordChanges>

/** The changes that become edits, with their diffs. */
export async function describeEdits(
  workspace: OpenWorkspace,
  changes: AsyncIterable<TreeChange> | Iterable<TreeChange>,
): Promise<Described[]> {
  const described: Described[] = []
  for await (const change of changes) {
    if (described.length === MAX_RECORDED) break
    // Edits are of files; a link is restored with the checkpoint.
    if (change.before?.kind !== 'link' && change.after?.kind !== 'link')
      described.push({ change, file: await describeChange(workspace, change) })
  }
  return described
}

interface Made {
  label: string
  by: EditedBy
  tree: string
  described: readonly Described[]
}

/** The checkpoint of these changes, and an edit for each. */
export async function insertChanges(
  tx: Db,
  workspaceId: string,
  { label, by, tree, described }: Made,
): Promise<{ checkpoint: string; edits: DoneEdit[] }> {
  const { id } = await checkpointRepository.insert(tx, {
    workspace_id: workspaceId,
    kind: 'edit',
    label: label.slice(0, 200),
    tree,
    edit_id: null,
    created_by: by.userId,
    created_at: nowSeconds(),
  })
  return { checkpoint: String(id), edits: await insertAll(tx, workspaceId, described, by, id) }
}

async function insertAll(
  db: Db,
  workspaceId: string,
  described: readonly Described[],
  by: EditedBy,
  checkpoint: number,
): Promise<DoneEdit[]> {
  const edits: DoneEdit[] = []
  for (const edit of described) edits.push(await insert(db, workspaceId, edit, by, checkpoint))
  return edits
}

async function insert(
  db: Db,
  workspaceId: string,
  { change, file }: Described,
  by: EditedBy,
  checkpoint: number,
): Promise<DoneEdit> {
  const { path } = change
  const before = change.before?.kind === 'file' ? change.before : undefined
  const after = change.after?.kind === 'file' ? change.after : undefined
  const { diff, additions, deletions } = file
  const row = await editRepository.insert(db, {
    workspace_id: workspaceId,
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
    workspace: workspaceId,
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
