import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Folder } from '../../../platform/disk/folder.ts'
import { withFolder } from '../disk/in-folder.ts'
import { readInIfExists, withOwnFile } from '../disk/read-file.ts'
import { writeFile } from '../disk/write-file.ts'
import { FileRefusal, hasCode, isFileRefusal, toRefusal } from '../file-refusal.ts'
import { type Files, nameOf, parentOf } from '../files/folder-view.ts'
import { findPlace } from '../files/place.ts'
import type { DiskWorkspace, OpenWorkspace, StoredWorkspace } from '../open-workspace.ts'
import { applyChanges, findConflicts } from '../stored/apply-changes.ts'
import type { Leaf, TreeChange } from '../trees/tree.ts'

interface Restoring {
  /** The current tree. */
  now: string
  /**
   * The tree of the last checkpoint before it: a file that is in no checkpoint was created by another program and
   * stays.
   */
  tracked: string
  target: string
}

/** Restores the files of `target`, changing only those that differ. Returns their paths. */
export async function restoreTree(
  db: Db,
  workspace: OpenWorkspace,
  { now, tracked, target }: Restoring,
): Promise<string[]> {
  const { trees } = workspace
  const changes: TreeChange[] = []
  for await (const change of trees.compare(now, target))
    if (change.after || (await trees.find(tracked, change.path))) changes.push(change)
  if (workspace.kind === 'stored') await restoreStored(db, workspace, changes)
  else await restoreOnDisk(workspace, changes)
  return changes.map((change) => change.path).sort()
}

async function restoreStored(db: Db, workspace: StoredWorkspace, changes: TreeChange[]): Promise<void> {
  if (changes.length === 0) return
  await applyChanges(db, workspace, {
    async plan(head) {
      const [path] = await findConflicts(workspace.trees, head.tree, changes)
      if (path !== undefined) throw changedMeanwhile(path)
      return changes
    },
    save: async () => undefined,
  }).catch((error: unknown) => {
    throw toRefusal(error)
  })
}

async function restoreOnDisk(workspace: DiskWorkspace, changes: readonly TreeChange[]): Promise<void> {
  // Deletions first: a folder may have to make room for a file.
  for (const change of changes) if (!change.after) await restoreOne(workspace, change)
  for (const change of changes) if (change.after) await restoreOne(workspace, change)
}

async function restoreOne(workspace: DiskWorkspace, change: TreeChange): Promise<void> {
  const { key } = await requireUnlinkedFolder(workspace.files, change.path)
  await workspace.withLock(key, async () => {
    try {
      await applyChange(workspace, change)
      workspace.snapshots.forget(change.path)
    } catch (error) {
      throw toRefusal(error)
    }
  })
}

async function applyChange({ root, objects }: DiskWorkspace, change: TreeChange): Promise<void> {
  const { path, before, after } = change
  const name = nameOf(path)
  const requireSame = (folder: Folder) => requireAsSeen(folder, change)
  if (!after) {
    await withFolder(root, parentOf(path), async (folder) => {
      await requireSame(folder)
      await folder.removeFile(name)
    })
    return removeEmptyFolders(root, parentOf(path))
  }
  if (after.kind === 'link')
    return withFolder(
      root,
      parentOf(path),
      async (folder) => {
        await requireSame(folder)
        if (before) await folder.removeFile(name)
        await folder.makeLink(name, after.target)
        await folder.sync()
      },
      { create: true },
    )
  if (before?.kind === 'file' && before.hash === after.hash)
    return withFolder(root, parentOf(path), async (folder) => {
      await requireSame(folder)
      await setMode(folder, name, after.mode)
    })
  const bytes = await objects.get(after.hash)
  await writeFile(root, path, { bytes, mode: after.mode, isNew: !before, beforeRename: requireSame })
}

/** An edit since the safety checkpoint would be lost. */
async function requireAsSeen(folder: Folder, { path, before }: TreeChange): Promise<void> {
  if (await isAsSeen(folder, nameOf(path), before)) return
  throw changedMeanwhile(path)
}

const changedMeanwhile = (path: string): FileRefusal =>
  new FileRefusal('changed_meanwhile', say('workspace_files.changed_while_restoring', { path }))

async function isAsSeen(folder: Folder, name: string, seen: Leaf | undefined): Promise<boolean> {
  if (seen?.kind === 'link') return (await folder.readLink(name).catch(() => undefined)) === seen.target
  const content = await readInIfExists(folder, name, WORKSPACE_LIMITS.fileBytes).catch((error: unknown) => {
    // Refused later, when the new file is written.
    if (!seen && isFileRefusal(error) && ['not_a_file', 'path_outside'].includes(error.refusal))
      return undefined
    throw error
  })
  return content?.hash === seen?.hash
}

async function requireUnlinkedFolder(files: Files, path: string): Promise<{ key: string }> {
  const folder = parentOf(path)
  const place = await findPlace(files, folder)
  if (place.path !== folder)
    throw new FileRefusal('changed_meanwhile', say('workspace_files.folder_became_link', { path: folder }))
  return { key: `${place.key}/${nameOf(path)}` }
}

const setMode = (folder: Folder, name: string, mode: number): Promise<void> =>
  withOwnFile(folder, name, async (handle) => {
    await handle.chmod(mode)
    await handle.sync()
  })

/** Only folders that became empty by this; never the workspace folder itself. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let at = path; at !== ''; at = parentOf(at)) {
    try {
      await withFolder(root, parentOf(at), (folder) => folder.removeFolder(nameOf(at)))
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw error
    }
  }
}
