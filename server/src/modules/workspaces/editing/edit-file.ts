import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { editRepository } from '../checkpoints/edit.repository.ts'
import { insertEditCheckpoint } from '../checkpoints/record-edit.ts'
import { toLeaf } from '../disk/snapshot.ts'
import { toRefusal } from '../file-refusal.ts'
import { type Files, parentOf, stepsOf } from '../files/folder-view.ts'
import { findFilePlace } from '../files/place.ts'
import { type OpenWorkspace, type StoredWorkspace, usageAt } from '../open-workspace.ts'
import { moveHead, type Next } from '../stored/apply-changes.ts'
import { type Head, storedFiles } from '../stored/stored-files.ts'
import { isSame, type Leaf } from '../trees/tree.ts'
import { type EditDeps, editOnDisk } from './edit-on-disk.ts'
import { type DoneEdit, toDone, toRow } from './edit-rows.ts'
import { type EditRequest, type Plan, planEdit, requireRoom, usageAfter } from './plan-edit.ts'

/** The only way to change a file of a workspace, for tools and people. All or nothing. */
export function createEditFile(deps: EditDeps) {
  return async function editFile(workspace: OpenWorkspace, request: EditRequest): Promise<DoneEdit> {
    try {
      return workspace.kind === 'disk'
        ? await editOnDisk(deps, workspace, request)
        : await editStored(deps.db, workspace, request)
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

export type EditFile = ReturnType<typeof createEditFile>

/** Planned from one version and saved only on top of that version, so that no edit of another instance is ever lost. */
async function editStored(db: Db, workspace: StoredWorkspace, request: EditRequest): Promise<DoneEdit> {
  const planner = createPlanner(workspace, request)
  const { key } = await findFilePlace(storedFiles(workspace, await workspace.readHead()), request.path)
  return workspace.withLock(
    key,
    async () => {
      // Planning may take long, and edits of other files need not wait for it.
      await planner.at(await workspace.readHead())
      return moveHead(db, workspace, (head) => toNext(workspace, head, planner, request), request.signal)
    },
    request.signal,
  )
}

/** Plans again only when the file itself was changed: other files may change as often as they like. */
function createPlanner(workspace: StoredWorkspace, request: EditRequest) {
  let lastPlan: Plan | undefined
  return {
    async at(head: Head): Promise<Plan> {
      const files = storedFiles(workspace, head)
      const place = await findFilePlace(files, request.path)
      await requireFolders(files, place.path)
      const before = lastPlan?.before && toLeaf(lastPlan.before)
      const isCurrent =
        lastPlan?.place.path === place.path &&
        isSame(await workspace.trees.find(head.tree, place.path), before)
      lastPlan = lastPlan && isCurrent ? lastPlan : await planEdit(files, place, request)
      return lastPlan
    },
  }
}

async function toNext(
  workspace: StoredWorkspace,
  head: Head,
  planner: ReturnType<typeof createPlanner>,
  request: EditRequest,
): Promise<Next<DoneEdit>> {
  const { trees, objects, limits } = workspace
  const plan = await planner.at(head)
  requireRoom(limits, usageAt(head), plan)
  const { place, before, after } = plan
  const hash = after ? await objects.put(after.bytes) : null
  const leaf: Leaf | undefined =
    after && hash !== null ? { ...toLeaf({ ...after, hash }), modified: nowSeconds() } : undefined
  const tree = await trees.withLeaf(head.tree, place.path, leaf)
  const isApproved =
    request.by.isPerson === true &&
    isSame(await trees.find(head.baseline, place.path), before && toLeaf(before))
  return {
    tree,
    usage: usageAfter(usageAt(head), plan),
    baseline: isApproved ? await trees.withLeaf(head.baseline, place.path, leaf) : undefined,
    async save(tx) {
      const edit = await editRepository.insert(tx, toRow(workspace.id, plan, request, hash))
      return toDone(edit, plan, await insertEditCheckpoint(tx, edit, tree))
    },
  }
}

/** Fails with ENOTDIR, as on disk, when a file or a link is where `path` needs a folder. Folders that are missing are fine. */
async function requireFolders(files: Files, path: string): Promise<void> {
  let folder = await files.open()
  for (const step of stepsOf(parentOf(path))) {
    if (!(await folder.stat(step))) return
    folder = await folder.openFolder(step)
  }
}
