import { type Files, parentOf, stepsOf } from '../files/folder-view.ts'

/** Fails with ENOTDIR, as on disk, when a file or a link is where `path` needs a folder. Folders that are missing are fine. */
export async function requireFolders(files: Files, path: string): Promise<void> {
  let folder = await files.open()
  for (const step of stepsOf(parentOf(path))) {
    if (!(await folder.stat(step))) return
    folder = await folder.openFolder(step)
  }
}
