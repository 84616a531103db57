import { say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Folder } from '../../../platform/disk/folder.ts'
import { nameOf, parentOf, withFolder } from '../disk/in-folder.ts'
import { withLock } from '../disk/path-lock.ts'
import { findPlace } from '../disk/place.ts'
import { readInIfThere, withOwnFile } from '../disk/read-file.ts'
import { writeFile } from '../disk/write-file.ts'
import { FileRefusal, hasCode, isFileRefusal, toRefusal } from '../file-refusal.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import type { Leaf, TreeChange } from './tree.ts'

/**
 * Makes the files what they are in `target`, touching only those that differ. `now` is the tree as it is on disk, `tracked` the last
 * checkpoint's: a file that no checkpoint knew was put there by somebody else and stays.
 */
export async function restoreTree(
  workspace: OpenWorkspace,
  { now, tracked, target }: { now: string; tracked: string; target: string },
): Promise<string[]> {
  const changes: TreeChange[] = []
  for await (const change of workspace.trees.compare(now, target)) changes.push(change)
  const gone: TreeChange[] = []
  for (const change of changes)
    if (!change.after && (await workspace.trees.find(tracked, change.path))) gone.push(change)
  const kept = changes.filter((change) => change.after)
  // First what goes: a folder may have to make room for a file.
  for (const change of [...gone, ...kept]) await restoreOne(workspace, change)
  return [...gone, ...kept].map((change) => change.path).sort()
}

async function restoreOne(workspace: OpenWorkspace, change: TreeChange): Promise<void> {
  const { key } = await requireUnlinkedFolder(workspace.root, change.path)
  await withLock(key, async () => {
    try {
      await put(workspace, change)
      workspace.snapshots.forget(change.path)
    } catch (error) {
      throw toRefusal(error)
    }
  })
}

async function put({ root, objects }: OpenWorkspace, change: TreeChange): Promise<void> {
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

/** Somebody may have edited it since the checkpoint that was made for safety: that would be lost. */
async function requireAsSeen(folder: Folder, { path, before }: TreeChange): Promise<void> {
  if (await isAsSeen(folder, nameOf(path), before)) return
  throw new FileRefusal('changed_meanwhile', say('workspace_files.changed_while_restoring', { path }))
}

async function isAsSeen(folder: Folder, name: string, seen: Leaf | undefined): Promise<boolean> {
  if (seen?.kind === 'link') return (await folder.readLink(name).catch(() => undefined)) === seen.target
  const content = await readInIfThere(folder, name, WORKSPACE_LIMITS.fileBytes).catch((error: unknown) => {
    // Left to whoever puts the new one there.
    if (!seen && isFileRefusal(error) && ['not_a_file', 'path_outside'].includes(error.refusal))
      return undefined
    throw error
  })
  return content?.hash === seen?.hash
}

async function requireUnlinkedFolder(root: string, path: string): Promise<{ key: string }> {
  const folder = parentOf(path)
  const place = await findPlace(root, folder)
  if (place.path !== folder)
    throw new FileRefusal('changed_meanwhile', say('workspace_files.folder_became_link', { path: folder }))
  return { key: `${place.key}/${nameOf(path)}` }
}

const setMode = (folder: Folder, name: string, mode: number): Promise<void> =>
  withOwnFile(folder, name, async (handle) => {
    await handle.chmod(mode)
    await handle.sync()
  })

/** Only folders that have just become empty by this; never the workspace's own. */
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
