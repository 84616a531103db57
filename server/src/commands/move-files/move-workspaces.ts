import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Conversion,
  convertToDisk,
  convertToStored,
  listWorkspaces,
  removeWorkspaceFiles,
} from '../../modules/workspaces/index.ts'
import { SettingsError } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface WorkspaceMove {
  db: Db
  dataDir: string
  from: Storage
  to: Storage
  say(line: string): void
}

/** The workspaces with their files in the new storage. */
export interface MovedWorkspaces {
  /** Switches all workspaces, in the transaction that switches the storage. */
  commit(tx: Db): Promise<void>
  /** Deletes the folders that they had on disk. */
  removeFolders(): Promise<void>
}

const NONE: MovedWorkspaces = { commit: async () => undefined, removeFolders: async () => undefined }

/**
 * On disk a workspace is a folder, elsewhere it is objects and a tree. Copies the files in the other form; nothing is
 * switched yet.
 */
export async function copyWorkspaces({
  db,
  dataDir,
  from,
  to,
  say,
}: WorkspaceMove): Promise<MovedWorkspaces> {
  if ((from.kind === 'disk') === (to.kind === 'disk')) return NONE
  const isToDisk = to.kind === 'disk'
  const deps = { db, dataDir, storage: isToDisk ? from : to }
  const conversions = new Map<string, Conversion>()
  for await (const id of listWorkspaces(db)) {
    const conversion = await (isToDisk ? convertToDisk : convertToStored)(deps, id)
    conversions.set(id, conversion)
    const { skipped } = conversion
    if (skipped.length > 0)
      say(`  Workspace ${id}: ${skipped.length} files can't be moved: ${skipped.slice(0, 5).join(', ')}`)
  }
  if (conversions.size > 0) say(`  Workspaces: ${conversions.size}`)
  return {
    async commit(tx) {
      for (const [id, conversion] of conversions)
        if (!(await conversion.commit(tx)))
          throw new SettingsError(
            `Workspace ${id} was changed during the move. Stop all instances and run the command again.`,
          )
    },
    async removeFolders() {
      if (isToDisk) return
      for (const [id, { files }] of conversions) {
        const folder = join(dataDir, 'workspaces', id, 'files')
        // Such as version control data, or files that are too large: the folder has the only copy.
        const left = (await countFiles(folder)) - files
        if (left > 0) say(`  Workspace ${id}: ${left} files were not moved. They are still in ${folder}.`)
        else await removeWorkspaceFiles(dataDir, id)
      }
    },
  }
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory()).length
}
