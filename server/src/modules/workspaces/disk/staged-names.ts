import type { BigIntStats } from 'node:fs'
import type { Folder } from '../../../platform/disk/folder.ts'
import { hasCode } from '../file-refusal.ts'
import { STAGED_START } from '../files/place.ts'

/**
 * A new file has two names for a moment: the staged one is removed after the real one was added, unless a crash comes between. Removes
 * the staged names of this file; false when it has none.
 */
export async function removeStagedNames(folder: Folder, { ino, dev }: BigIntStats): Promise<boolean> {
  let removed = false
  for (const { name } of await folder.list()) {
    if (!name.startsWith(STAGED_START)) continue
    const stats = await folder.stat(name)
    if (stats?.ino !== ino || stats.dev !== dev) continue
    await removeIfExists(folder, name)
    removed = true
  }
  return removed
}

export async function removeIfExists(folder: Folder, name: string): Promise<void> {
  try {
    await folder.removeFile(name)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
