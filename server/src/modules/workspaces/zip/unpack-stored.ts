import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import type { Leaf, TreeChange } from '../checkpoints/tree.ts'
import { FileRefusal } from '../file-refusal.ts'
import { statIfExists } from '../files/folder-view.ts'
import type { StoredWorkspace } from '../open-workspace.ts'
import { applyChanges } from '../stored/apply-changes.ts'
import { storedFiles } from '../stored/stored-files.ts'
import type { NamedFile } from './unpack-on-disk.ts'

interface Unpacked {
  path: string
  hash: string
  size: number
}

/** All files appear at once, or none of them. */
export async function unpackStored(
  db: Db,
  workspace: StoredWorkspace,
  archive: ZipArchive,
  files: readonly NamedFile[],
): Promise<string[]> {
  const unpacked: Unpacked[] = []
  for (const { name, place } of files) {
    const bytes = await collect(archive.read(name))
    unpacked.push({ path: place.path, hash: await workspace.objects.put(bytes), size: bytes.length })
  }
  const { bytes: maxBytes, files: maxFiles } = workspace.limits
  await applyChanges(db, workspace, {
    async plan(head) {
      const target = storedFiles(workspace, head)
      // Two names may lead to the same file: the last one counts, as on disk.
      const changes = new Map<string, TreeChange>()
      for (const file of unpacked) {
        if ((await statIfExists(target, file.path))?.isDirectory())
          throw new FileRefusal('not_a_file', say('workspace_files.is_a_folder'))
        const before = await workspace.trees.find(head.tree, file.path)
        changes.set(file.path, { path: file.path, before, after: toLeaf(file, before) })
      }
      return [...changes.values()]
    },
    check({ files, bytes }) {
      if (bytes > maxBytes)
        throw new FileRefusal('no_room', say('workspace_files.workspace_full', { limit: maxBytes }))
      if (files > maxFiles)
        throw new FileRefusal('no_room', say('workspace_files.too_many_files', { limit: maxFiles }))
    },
    save: async () => undefined,
  })
  return unpacked.map(({ path }) => path)
}

const toLeaf = ({ hash, size }: Unpacked, before: Leaf | undefined): Leaf => ({
  kind: 'file',
  hash,
  size,
  mode: before?.kind === 'file' ? before.mode : 0o644,
  modified: nowSeconds(),
})

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
