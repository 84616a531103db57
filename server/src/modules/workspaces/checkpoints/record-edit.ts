import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { DiskWorkspace, OpenWorkspace } from '../open-workspace.ts'
import { isSame, type Leaf } from '../trees/tree.ts'
import { workspaceRepository } from '../workspace.repository.ts'
import { checkpointRepository } from './checkpoint.repository.ts'
import { type EditRow, editRepository } from './edit.repository.ts'

/** Each tree is based on the previous one, so it is created while this lock is held. */
export const withTrees = <T>(workspace: OpenWorkspace, work: () => Promise<T>): Promise<T> =>
  workspace.withLock(`trees of ${workspace.id}`, work)

interface Recorded {
  edit: EditRow
  before: Leaf | undefined
  after: Leaf | undefined
  isApproved: boolean
}

/** Creates the checkpoint of an edit: the last one with this file changed. Reads no other file. */
export const recordEdit = (
  db: Db,
  workspace: DiskWorkspace,
  { edit, before, after, isApproved }: Recorded,
): Promise<string> =>
  withTrees(workspace, async () => {
    const { trees } = workspace
    const head = await checkpointRepository.latest(db, workspace.id)
    const tree = await trees.withLeaf(head.tree, edit.path, after)
    const baseline = isApproved ? await approvedTree(db, workspace, edit.path, before, after) : undefined
    workspace.seen = await seenWith(workspace, edit.path, after)
    const now = nowSeconds()
    return db.transaction().execute(async (tx) => {
      const checkpoint = await insertEditCheckpoint(tx, edit, tree)
      await workspaceRepository.update(tx, workspace.id, {
        updated_at: now,
        ...(baseline ? { baseline } : {}),
      })
      return checkpoint
    })
  })

export async function insertEditCheckpoint(tx: Db, edit: EditRow, tree: string): Promise<string> {
  const row = await checkpointRepository.insert(tx, {
    workspace_id: edit.workspace_id,
    kind: 'edit',
    label: `${edit.tool}: ${edit.path}`,
    tree,
    edit_id: edit.id,
    created_by: edit.user_id,
    created_at: nowSeconds(),
  })
  await editRepository.setCheckpoint(tx, edit.id, row.id)
  return String(row.id)
}

/** A tree that was seen long ago may have folders that no checkpoint has, and that were removed. */
const REMEMBERED_MS = 3_600_000

async function seenWith(
  { seen, trees }: DiskWorkspace,
  path: string,
  after: Leaf | undefined,
): Promise<DiskWorkspace['seen']> {
  if (!seen || Date.now() - seen.at > REMEMBERED_MS) return undefined
  return { ...seen, tree: await trees.withLeaf(seen.tree, path, after) }
}

/** A person's edit counts as approved, unless the file has changes of an assistant that are not approved yet. */
async function approvedTree(
  db: Db,
  { id, trees }: DiskWorkspace,
  path: string,
  before: Leaf | undefined,
  after: Leaf | undefined,
): Promise<string | undefined> {
  const row = await workspaceRepository.find(db, id)
  if (!row || !isSame(await trees.find(row.baseline, path), before)) return undefined
  return trees.withLeaf(row.baseline, path, after)
}
