import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { openFolder } from '../../../platform/disk/folder.ts'
import { removeEntry } from '../../../platform/disk/remove-tree.ts'
import { hasCode } from '../file-refusal.ts'

/** The folder of a workspace as an absolute path without links; created if it does not exist. */
export async function makeRoot(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return realpath(folder)
}

/** The same for an existing folder; undefined if it does not exist. */
export const findRoot = (folder: string): Promise<string | undefined> =>
  realpath(folder).catch(() => undefined)

/** Undefined unless `path` is within one of `roots`, and apart from `dataDir`: the state of workspaces would be editable. */
export async function findAllowedRoot(
  path: string,
  roots: readonly string[],
  dataDir: string,
): Promise<string | undefined> {
  const folder = await findRoot(path)
  if (folder === undefined) return undefined
  const data = await realpath(dataDir)
  if (isWithin(folder, data) || isWithin(data, folder)) return undefined
  const allowed = await Promise.all(roots.map(findRoot))
  return allowed.some((root) => root !== undefined && isWithin(folder, root)) ? folder : undefined
}

const isWithin = (folder: string, root: string): boolean => folder === root || folder.startsWith(root + sep)

/**
 * Removes `<base>/<id>`, the workspace's own files and its state, while programs may still be writing there. An operator's folder is not
 * below it, and stays. Does nothing when there is none.
 */
export const removeWorkspace = (base: string, id: string): Promise<void> => removeIn(base, id)

/** Only the workspace's own files. */
export const removeFilesOf = (base: string, id: string): Promise<void> => removeIn(join(base, id), 'files')

async function removeIn(folder: string, name: string): Promise<void> {
  const real = await findRoot(folder)
  if (real === undefined) return
  const opened = await openFolder(real)
  try {
    await removeEntry(opened, name)
  } finally {
    await opened.close()
  }
}

/** The names in a folder; empty if it does not exist. */
export async function listRoots(base: string): Promise<string[]> {
  try {
    return await readdir(base)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
