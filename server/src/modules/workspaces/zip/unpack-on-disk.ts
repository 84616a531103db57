import { WORKSPACE_LIMITS } from '@bellwether/wire'
import type { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import { type Incoming, withIncoming } from '../disk/incoming.ts'
import { writeFile } from '../disk/write-file.ts'
import { readIfExists } from '../files/folder-view.ts'
import type { Place } from '../files/place.ts'
import type { DiskWorkspace } from '../open-workspace.ts'

export interface NamedFile {
  name: string
  place: Place
}

export const unpackOnDisk = (
  workspace: DiskWorkspace,
  archive: ZipArchive,
  files: readonly NamedFile[],
  aside: string,
): Promise<string[]> =>
  withIncoming(aside, async (incoming) => {
    for (const [index, { name }] of files.entries()) await incoming.put(index, archive.read(name))
    const paths: string[] = []
    for (const [index, { place }] of files.entries())
      paths.push(await moveIn(workspace, place, incoming, index))
    return paths
  })

async function moveIn(
  workspace: DiskWorkspace,
  place: Place,
  incoming: Incoming,
  index: number,
): Promise<string> {
  const bytes = await incoming.read(index)
  await workspace.withLock(place.key, async () => {
    const before = await readIfExists(workspace.files, place.path, WORKSPACE_LIMITS.fileBytes)
    await writeFile(workspace.root, place.path, {
      bytes,
      mode: before?.mode ?? 0o644,
      unsynced: true,
      isNew: false,
    })
    workspace.snapshots.forget(place.path)
  })
  return place.path
}
