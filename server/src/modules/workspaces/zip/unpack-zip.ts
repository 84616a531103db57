import { type Message, say, WORKSPACE_LIMITS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { ZipArchive } from '../../../platform/zip/zip-archive.ts'
import { entriesOf, isZipError, type ZipFault } from '../../../platform/zip/zip-error.ts'
import { FileRefusal, toRefusal } from '../file-refusal.ts'
import { findFilePlace, isRestricted } from '../files/place.ts'
import { filesOf, type OpenWorkspace, usageOf } from '../open-workspace.ts'
import { type NamedFile, unpackOnDisk } from './unpack-on-disk.ts'
import { unpackStored } from './unpack-stored.ts'

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
