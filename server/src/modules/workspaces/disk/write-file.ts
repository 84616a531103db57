import { constants } from 'node:fs'
import type { Folder } from '../../../platform/disk/folder.ts'
import { newUuid } from '../../../platform/ids.ts'
import { nameOf, parentOf } from '../files/folder-view.ts'
import { STAGED_START } from '../files/place.ts'
import { withFolder } from './in-folder.ts'
import { removeIfExists } from './staged-names.ts'

const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

export interface NewContent {
  bytes: Buffer
  mode: number
  /** Keeps the file's owner, if the server may. */
  owner?: { uid: number; gid: number } | undefined
  /** For many restorable files at once: does not sync each one. */
  unsynced?: boolean
  /** Fails with EEXIST if the name exists, instead of replacing it. */
  isNew: boolean
  /** Called when the content is on disk but not yet under its name; throws to cancel. */
  beforeRename?(folder: Folder): Promise<void>
}

/**
 * Written to a temporary name first and then renamed: readers see either the old or the new content, even after a
 * crash.
 */
export async function writeFile(root: string, path: string, content: NewContent): Promise<void> {
  await withFolder(root, parentOf(path), (folder) => writeIn(folder, nameOf(path), content), { create: true })
}

async function writeIn(folder: Folder, name: string, content: NewContent): Promise<void> {
  const { isNew, unsynced = false } = content
  const staged = STAGED_START + newUuid()
  try {
    await stage(folder, staged, content)
    await content.beforeRename?.(folder)
    if (isNew) await folder.addName(staged, name)
    else await folder.move(staged, name)
  } finally {
    await removeIfExists(folder, staged)
  }
  if (isNew || !unsynced) await folder.sync()
}

async function stage(
  folder: Folder,
  staged: string,
  { bytes, mode, owner, unsynced = false }: NewContent,
): Promise<void> {
  const file = await folder.open(staged, WRITE_NEW, 0o600)
  try {
    await file.writeFile(bytes)
    // Only a privileged server may; otherwise the file belongs to the server, as with every editor that saves this way.
    if (owner && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid)
    await file.chmod(mode)
    if (!unsynced) await file.sync()
  } finally {
    await file.close()
  }
}

/** `check` throws to cancel. */
export async function removeFile(
  root: string,
  path: string,
  check: (folder: Folder) => Promise<void>,
): Promise<void> {
  await withFolder(root, parentOf(path), async (folder) => {
    await check(folder)
    await folder.removeFile(nameOf(path))
    await folder.sync()
  })
}
