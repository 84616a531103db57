import { type Folder, openFolder } from '../../../platform/disk/folder.ts'
import { hasCode } from '../file-refusal.ts'
import { stepsOf } from '../files/folder-view.ts'

/** Opens a folder of a workspace on disk step by step, for writing. No link is followed: `path` is one that `findPlace` has resolved. The caller closes it. */
async function openBelow(root: string, path: string, { create = false } = {}): Promise<Folder> {
  let folder = await openFolder(root)
  for (const step of stepsOf(path)) {
    const above = folder
    try {
      if (create) await makeFolder(above, step)
      folder = await above.openFolder(step)
    } finally {
      await above.close()
    }
  }
  return folder
}

export async function withFolder<T>(
  root: string,
  path: string,
  work: (folder: Folder) => Promise<T>,
  options?: { create?: boolean },
): Promise<T> {
  const folder = await openBelow(root, path, options)
  try {
    return await work(folder)
  } finally {
    await folder.close()
  }
}

async function makeFolder(folder: Folder, name: string): Promise<void> {
  if (await folder.stat(name)) return
  try {
    await folder.makeFolder(name)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}
