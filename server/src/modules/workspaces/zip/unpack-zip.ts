import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { WORKSPACE_LIMITS } from '@bellwether/wire'
import { Budget, DEFAULT_LIMITS } from '../../knowledge/reading/limits.ts'
import { isUnreadable } from '../../knowledge/reading/unreadable-document.ts'
import { Archive } from '../../knowledge/reading/zip.ts'
import { withLock } from '../disk/path-lock.ts'
import { findFilePlace, isRestricted, type Place } from '../disk/place.ts'
import { readIfThere, readRegularFile } from '../disk/read-file.ts'
import { stageFile } from '../disk/write-file.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { type OpenWorkspace, usageOf } from '../open-workspace.ts'

interface Incoming {
  name: string
  place: Place
  /** Where it waits, unpacked. */
  unpacked: string
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
  await mkdir(aside, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(aside, 'zip-'))
  try {
    const { incoming, skipped, archive } = await readNames(workspace, zip, folder)
    for (const { name, unpacked } of incoming)
      await writeFile(unpacked, Readable.from(archive.read(name)), { mode: 0o600 })
    const written: string[] = []
    for (const one of incoming) written.push(await moveIn(workspace, one))
    return { written, skipped }
  } catch (error) {
    if (isUnreadable(error))
      throw new FileRefusal(error.code === 'expands_too_much' ? 'too_large' : 'bad_content', error.message)
    throw toRefusal(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readNames(workspace: OpenWorkspace, zip: Buffer, folder: string) {
  const { limits } = workspace
  const usage = await usageOf(workspace)
  const room = Math.max(0, limits.bytes - usage.bytes)
  const budget = new Budget({
    ...DEFAULT_LIMITS,
    milliseconds: 60_000,
    zipEntries: limits.files * 2,
    expandedBytes: room,
    partBytes: WORKSPACE_LIMITS.fileBytes,
  })
  const archive = Archive.open(zip, budget, 'zip file')
  const names = archive.names().filter((name) => !name.endsWith('/'))
  const isLeftOut = (name: string) => name.startsWith('__MACOSX/') || name.split('/').some(isRestricted)
  const wanted = names.filter((name) => !isLeftOut(name))
  if (usage.files + wanted.length > limits.files)
    throw new FileRefusal(
      'no_room',
      `The workspace has room for ${limits.files} files; this zip brings ${wanted.length}.`,
    )
  const incoming: Incoming[] = []
  for (const [index, name] of wanted.entries())
    incoming.push({
      name,
      place: await findFilePlace(workspace.root, name),
      unpacked: join(folder, String(index)),
    })
  return { archive, incoming, skipped: names.filter(isLeftOut) }
}

async function moveIn(workspace: OpenWorkspace, { place, unpacked }: Incoming): Promise<string> {
  const { bytes } = await readRegularFile(unpacked, WORKSPACE_LIMITS.fileBytes)
  await withLock(place.real, async () => {
    const before = await readIfThere(place.real, WORKSPACE_LIMITS.fileBytes)
    await mkdir(dirname(place.real), { recursive: true })
    const again = await findFilePlace(workspace.root, place.path)
    if (again.real !== place.real)
      throw new FileRefusal('changed_meanwhile', `${place.path} was changed meanwhile.`)
    const staged = await stageFile(place.real, { bytes, mode: before?.mode ?? 0o644, unsynced: true })
    await staged.replace()
    workspace.snapshots.forget(place.path)
  })
  return place.path
}
