import type { BigIntStats } from 'node:fs'
import { type Folder, openFolder } from '../../../platform/disk/folder.ts'
import type { Files, FolderView } from '../files/folder-view.ts'
import { STAGED_START } from '../files/place.ts'
import { readIn } from './read-file.ts'
import { removeIfExists } from './staged-names.ts'

export type DiskStats = BigIntStats
export type DiskFiles = Files<DiskStats>

/** The files in a folder on disk. `root` is its real path. */
export const diskFiles = (root: string, key = root): DiskFiles => ({
  root,
  key,
  open: async () => toView(await openFolder(root)),
})

const toView = (folder: Folder): FolderView<BigIntStats> => ({
  openFolder: async (name) => toView(await folder.openFolder(name)),
  async list() {
    const entries = await folder.list()
    for (const { name } of entries) if (name.startsWith(STAGED_START)) await removeLeftover(folder, name)
    return entries
  },
  stat: (name) => folder.stat(name),
  readLink: (name) => folder.readLink(name),
  readFile: (name, limit) => readIn(folder, name, limit),
  close: () => folder.close(),
})

/** Older ones are left from a crash: no write takes this long. */
const LEFTOVER_MS = 600_000

async function removeLeftover(folder: Folder, name: string): Promise<void> {
  const stats = await folder.stat(name)
  if (stats && Date.now() - Number(stats.mtimeMs) > LEFTOVER_MS) await removeIfExists(folder, name)
}
