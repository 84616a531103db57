import { join } from 'node:path'
import { WORKSPACE_LIMITS } from '@bellwether/wire'
import type { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import { findArrived, listArrived, withIncoming } from '../disk/incoming.ts'
import { writeFile } from '../disk/write-file.ts'
import { readIfExists, statIfExists } from '../files/folder-view.ts'
import type { Place } from '../files/place.ts'
import type { DiskWorkspace } from '../open-workspace.ts'

export interface NamedFile {
  name: string
  place: Place
}

/** Held while files are moved in, so that no other instance takes them for those of a killed one. */
const lockOf = ({ id }: DiskWorkspace): string => `zip of workspace ${id}`

export const unpackOnDisk = (
  workspace: DiskWorkspace,
  archive: ZipArchive,
  files: readonly NamedFile[],
  aside: string,
): Promise<string[]> =>
  withIncoming(aside, async (incoming) => {
    for (const [index, { name }] of files.entries()) await incoming.put(index, archive.read(name))
    const paths = files.map(({ place }) => place.path)
    await workspace.withLock(lockOf(workspace), () =>
      incoming.moveIn(paths, async () => {
        for (const [index, path] of paths.entries()) await moveIn(workspace, path, await incoming.read(index))
      }),
    )
    return paths
  })

/**
 * Completes uploads in which the server was killed after everything was unpacked. A file that was changed since then is
 * left as it is: it was moved in before, or someone has edited it.
 */
export async function finishUnpacking(workspace: DiskWorkspace, aside: string): Promise<void> {
  for (const folder of await listArrived(aside))
    await workspace.withLock(lockOf(workspace), async () => {
      const arrived = await findArrived(folder)
      if (!arrived) return
      for (const [index, path] of arrived.paths.entries()) {
        const changed = (await statIfExists(workspace.files, path))?.mtimeMs ?? 0
        if (Number(changed) <= arrived.at) await moveIn(workspace, path, await arrived.read(index))
      }
      await arrived.remove()
    })
}

const moveIn = (workspace: DiskWorkspace, path: string, bytes: Buffer): Promise<void> =>
  workspace.withLock(join(workspace.files.key, path), async () => {
    const before = await readIfExists(workspace.files, path, WORKSPACE_LIMITS.fileBytes)
    await writeFile(workspace.root, path, {
      bytes,
      mode: before?.mode ?? 0o644,
      unsynced: true,
      isNew: false,
    })
    workspace.snapshots.forget(path)
  })
