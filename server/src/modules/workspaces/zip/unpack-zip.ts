import { type Message, say, WORKSPACE_LIMITS } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import { entriesOf, isZipError, type ZipFault } from '../../../platform/zip/zip-error.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { statIfExists } from '../files/folder-view.ts'
import { findFilePlace, isRestricted } from '../files/place.ts'
import { filesOf, type OpenWorkspace, type StoredWorkspace, usageOf } from '../open-workspace.ts'
import { applyChanges } from '../stored/apply-changes.ts'
import { storedFiles } from '../stored/stored-files.ts'
import type { Leaf, TreeChange } from '../trees/tree.ts'
import { type NamedFile, unpackOnDisk } from './unpack-on-disk.ts'

export interface Unpacking {
  db: Db
  workspace: OpenWorkspace
  zip: Buffer
  /** A folder for files on disk to wait in until all of them are unpacked. */
  aside: string
}

/**
 * Unpacks a zip into the workspace. Everything is checked and unpacked first: a zip with an invalid name, or one that
 * does not fit, changes nothing. Returns the paths that were written and the names that were skipped.
 */
export async function unpackZip({
  db,
  workspace,
  zip,
  aside,
}: Unpacking): Promise<{ written: string[]; skipped: string[] }> {
  try {
    const { files, skipped, archive } = await readNames(workspace, zip)
    const written =
      workspace.kind === 'disk'
        ? await unpackOnDisk(workspace, archive, files, aside)
        : await unpackStored(db, workspace, archive, files)
    return { written, skipped }
  } catch (error) {
    if (isZipError(error)) {
      const { code } = error
      if (code === 'too_many_entries') throw tooManyFiles(entriesOf(error), workspace)
      throw new FileRefusal(code === 'expands_too_much' ? 'too_large' : 'bad_content', ZIP_MESSAGES[code])
    }
    throw toRefusal(error)
  }
}

const SECONDS = 60
const ZIP_MESSAGES: Readonly<Record<Exclude<ZipFault, 'too_many_entries'>, Message>> = {
  corrupt: say('workspace_files.zip_damaged'),
  needs_password: say('workspace_files.zip_password'),
  expands_too_much: say('workspace_files.zip_expands_too_much'),
  took_too_long: say('workspace_files.zip_too_slow', { seconds: SECONDS }),
}

const tooManyFiles = (count: number, { limits }: OpenWorkspace) =>
  new FileRefusal('no_room', say('workspace_files.zip_too_many_files', { count, limit: limits.files }))

async function readNames(workspace: OpenWorkspace, zip: Buffer) {
  const { limits } = workspace
  const usage = await usageOf(workspace)
  const room = Math.max(0, limits.bytes - usage.bytes)
  const archive = ZipArchive.open(zip, {
    milliseconds: SECONDS * 1000,
    entries: limits.files * 2,
    expandedBytes: room,
    partBytes: WORKSPACE_LIMITS.fileBytes,
    ratio: 200,
    ratioFromBytes: 10 * 1024 * 1024,
  })
  const names = archive.names().filter((name) => !name.endsWith('/'))
  const isLeftOut = (name: string) => name.startsWith('__MACOSX/') || name.split('/').some(isRestricted)
  const included = names.filter((name) => !isLeftOut(name))
  if (usage.files + included.length > limits.files) throw tooManyFiles(included.length, workspace)
  const files: NamedFile[] = []
  const target = await filesOf(workspace)
  for (const name of included) files.push({ name, place: await findFilePlace(target, name) })
  return { archive, files, skipped: names.filter(isLeftOut) }
}

interface Unpacked {
  path: string
  hash: string
  size: number
}

/** All files appear at once, or none of them. */
async function unpackStored(
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
