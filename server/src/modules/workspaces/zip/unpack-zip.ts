import { type Message, say, WORKSPACE_LIMITS } from '@bellwether/wire'
import { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import { isZipError, type ZipFault } from '../../../platform/zip/zip-error.ts'
import { type Incoming, withIncoming } from '../disk/incoming.ts'
import { withLock } from '../disk/path-lock.ts'
import { findFilePlace, isRestricted, type Place } from '../disk/place.ts'
import { readIfThere } from '../disk/read-file.ts'
import { writeFile } from '../disk/write-file.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { type OpenWorkspace, usageOf } from '../open-workspace.ts'

interface NamedFile {
  name: string
  place: Place
}

/**
 * Puts the files of a zip into the workspace. Everything is checked and unpacked aside first: a zip with a bad name, or one that unpacks
 * to more than there is room for, changes nothing. Gives the paths that were written and the names that were left out.
 */
export async function unpackZip(
  workspace: OpenWorkspace,
  zip: Buffer,
  aside: string,
): Promise<{ written: string[]; skipped: string[] }> {
  try {
    const { files, skipped, archive } = await readNames(workspace, zip)
    const written = await withIncoming(aside, async (incoming) => {
      for (const [index, { name }] of files.entries()) await incoming.put(index, archive.read(name))
      const paths: string[] = []
      for (const [index, { place }] of files.entries())
        paths.push(await moveIn(workspace, place, incoming, index))
      return paths
    })
    return { written, skipped }
  } catch (error) {
    if (isZipError(error))
      throw new FileRefusal(
        error.code === 'expands_too_much' ? 'too_large' : 'bad_content',
        ZIP_MESSAGES[error.code],
      )
    throw toRefusal(error)
  }
}

const SECONDS = 60
const ZIP_MESSAGES: Readonly<Record<ZipFault, Message>> = {
  corrupt: say('workspace_files.zip_damaged'),
  needs_password: say('workspace_files.zip_password'),
  expands_too_much: say('workspace_files.zip_expands_too_much'),
  took_too_long: say('workspace_files.zip_too_slow', { seconds: SECONDS }),
}

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
  const wanted = names.filter((name) => !isLeftOut(name))
  if (usage.files + wanted.length > limits.files)
    throw new FileRefusal(
      'no_room',
      say('workspace_files.zip_too_many_files', { count: wanted.length, limit: limits.files }),
    )
  const files: NamedFile[] = []
  for (const name of wanted) files.push({ name, place: await findFilePlace(workspace.root, name) })
  return { archive, files, skipped: names.filter(isLeftOut) }
}

async function moveIn(
  workspace: OpenWorkspace,
  place: Place,
  incoming: Incoming,
  index: number,
): Promise<string> {
  const bytes = await incoming.read(index)
  await withLock(place.key, async () => {
    const before = await readIfThere(workspace.root, place.path, WORKSPACE_LIMITS.fileBytes)
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
