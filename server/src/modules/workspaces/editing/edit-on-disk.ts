import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Folder } from '../../../platform/disk/folder.ts'
import { type EditRow, editRepository } from '../checkpoints/edit.repository.ts'
import { recordEdit } from '../checkpoints/record-edit.ts'
import { readInIfExists } from '../disk/read-file.ts'
import { toLeaf } from '../disk/snapshot.ts'
import { removeFile, writeFile } from '../disk/write-file.ts'
import { FileRefusal } from '../file-refusal.ts'
import { nameOf } from '../files/folder-view.ts'
import type { Held } from '../files/path-lock.ts'
import { findFilePlace } from '../files/place.ts'
import { type DiskWorkspace, usageOf } from '../open-workspace.ts'
import { type DoneEdit, toDone, toRow } from './edit-rows.ts'
import { type EditRequest, type Plan, planEdit, requireRoom, usageAfter } from './plan-edit.ts'

export interface EditDeps {
  db: Db
  /**
   * Called if the checkpoint of an edit could not be saved. The edit is still valid: the file and its undo record are
   * saved.
   */
  onError?: (error: unknown) => void
  /** Used by tests that simulate a crash at the worst moment. */
  beforeRename?: (() => Promise<void> | void) | undefined
}

/** All or nothing, also after a crash. */
export async function editOnDisk(
  deps: EditDeps,
  workspace: DiskWorkspace,
  request: EditRequest,
): Promise<DoneEdit> {
  const place = await findFilePlace(workspace.files, request.path)
  return workspace.withLock(
    place.key,
    async (lock) => {
      const plan = await planEdit(workspace.files, place, request)
      requireRoom(workspace.limits, await usageOf(workspace), plan)
      return save(deps, workspace, plan, request, lock)
    },
    request.signal,
  )
}

async function save(
  deps: EditDeps,
  workspace: DiskWorkspace,
  plan: Plan,
  request: EditRequest,
  lock: Held,
): Promise<DoneEdit> {
  const { before, after } = plan
  // Saves the previous content durably first, so that the edit can be undone.
  if (before) await workspace.objects.put(before.bytes, { durable: true })
  const afterHash = after ? await workspace.objects.put(after.bytes, { durable: true }) : null
  const row = await editRepository.insert(deps.db, toRow(workspace.id, plan, request, afterHash))
  await write(deps, workspace, plan, row, lock)
  workspace.snapshots.forget(plan.place.path)
  if (workspace.usage) workspace.usage = usageAfter(workspace.usage, plan)
  return toDone(row, plan, await keepCheckpoint(deps, workspace, row, plan, request))
}

/** A record without an edit would be harmless (undoing it is refused), but it would be listed: so it is removed when the edit fails. */
async function write(
  deps: EditDeps,
  workspace: DiskWorkspace,
  plan: Plan,
  row: EditRow,
  lock: Held,
): Promise<void> {
  try {
    await putInPlace(deps, workspace, plan, lock)
  } catch (error) {
    await editRepository.delete(deps.db, row.id).catch(() => undefined)
    throw error
  }
}

async function putInPlace(
  deps: EditDeps,
  { root, files }: DiskWorkspace,
  { place, before, after }: Plan,
  lock: Held,
): Promise<void> {
  const requireSame = async (folder: Folder) => {
    await deps.beforeRename?.()
    lock.requireHeld()
    // Another program may have written to it in the meantime, or replaced it with a link.
    const currentPlace = await findFilePlace(files, place.path)
    const current = await readInIfExists(folder, nameOf(place.path), WORKSPACE_LIMITS.fileBytes)
    if (currentPlace.path !== place.path || current?.hash !== before?.hash)
      throw new FileRefusal(
        'changed_meanwhile',
        say('workspace_files.changed_by_other_program', { path: place.path }),
      )
  }
  if (!after) return removeFile(root, place.path, requireSame)
  await writeFile(root, place.path, {
    ...after,
    owner: before?.owner,
    isNew: !before,
    beforeRename: requireSame,
  })
}

async function keepCheckpoint(
  deps: EditDeps,
  workspace: DiskWorkspace,
  row: EditRow,
  { before, after }: Plan,
  { by }: EditRequest,
): Promise<string | null> {
  try {
    return await recordEdit(deps.db, workspace, {
      edit: row,
      before: before && toLeaf(before),
      after: after && row.after_hash !== null ? toLeaf({ ...after, hash: row.after_hash }) : undefined,
      isApproved: by.isPerson === true,
    })
  } catch (error) {
    deps.onError?.(error)
    return null
  }
}
