import { constants } from 'node:fs'
import { lstat, mkdir, open, readlink, rmdir, symlink, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WORKSPACE_LIMITS } from '@bellwether/wire'
import { withLock } from '../disk/path-lock.ts'
import { findPlace } from '../disk/place.ts'
import { readIfThere } from '../disk/read-file.ts'
import { stageFile, syncFolder } from '../disk/write-file.ts'
import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'
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
  const real = join(workspace.root, change.path)
  await withLock(real, async () => {
    try {
      await requireUnlinkedFolder(workspace.root, change.path)
      await requireAsSeen(real, change)
      await put(workspace, real, change)
      workspace.snapshots.forget(change.path)
    } catch (error) {
      throw toRefusal(error)
    }
  })
}

async function put(workspace: OpenWorkspace, real: string, { before, after }: TreeChange): Promise<void> {
  if (!after) {
    await unlink(real)
    await removeEmptyFolders(workspace.root, dirname(real))
    return
  }
  if (after.kind === 'link') {
    if (before) await unlink(real)
    await mkdir(dirname(real), { recursive: true })
    await symlink(after.target, real)
    return syncFolder(dirname(real))
  }
  if (before?.kind === 'file' && before.hash === after.hash) return setMode(real, after.mode)
  const staged = await stageFile(real, { bytes: await workspace.objects.get(after.hash), mode: after.mode })
  try {
    await (before ? staged.replace() : staged.create())
  } finally {
    await staged.discard()
  }
}

/** Somebody may have edited it since the checkpoint that was made for safety: that would be lost. */
async function requireAsSeen(real: string, { path, before }: TreeChange): Promise<void> {
  if (await isAsSeen(real, before)) return
  throw new FileRefusal('changed_meanwhile', `${path} was changed while restoring; restore again.`)
}

async function isAsSeen(real: string, seen: Leaf | undefined): Promise<boolean> {
  if (seen?.kind === 'link') return (await readlink(real).catch(() => undefined)) === seen.target
  if (!seen) return (await lstat(real).catch(() => undefined))?.isFile() !== true
  return (await readIfThere(real, WORKSPACE_LIMITS.fileBytes))?.hash === seen.hash
}

async function requireUnlinkedFolder(root: string, path: string): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  if ((await findPlace(root, folder)).path !== folder)
    throw new FileRefusal('changed_meanwhile', `${folder} has become a link; take it away and restore again.`)
}

async function setMode(real: string, mode: number): Promise<void> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Only folders that have just become empty by this; never the workspace's own. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root); at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw error
    }
  }
}
