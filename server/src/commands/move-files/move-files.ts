import { VERSION } from '../../app/version.ts'
import { listWorkspaces } from '../../modules/workspaces/index.ts'
import { type Config, SettingsError } from '../../platform/config.ts'
import { listApplied } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts'
import { newUuid } from '../../platform/ids.ts'
import { installationRepository } from '../../platform/secrets/installation.repository.ts'
import { requireVersion } from '../../platform/secrets/installation-version.ts'
import { findRecordedPlace, s3IdOf } from '../../platform/storage/open-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  isSamePlace,
  type OpenedPlace,
  openPlace,
  readPlace,
  requireDatabaseFor,
  type StoragePlace,
  type StorageSettings,
  showPlace,
} from '../../platform/storage/storage-place.ts'
import { requireDatabase } from '../require-database.ts'
import { type Copied, copyObjects, countObjects, hashOf, listExtra, type Totals } from './copy-objects.ts'
import { copyWorkspaces } from './move-workspaces.ts'
import { createMovableDisk, type Movable } from './workspace-objects.ts'

export type MoveSettings = StorageSettings & Pick<Config, 'DATABASE_URL'>

export type Extra = 'delete' | 'keep'

export interface MoveOptions {
  to: string
  /** Only to give the keys of a bucket, or to delete the copies of an earlier move. */
  from?: string | undefined
  deleteSource: boolean
  /** What to do with files in the new storage that the old one doesn't have. Undefined: nothing is moved if there are any. */
  extra?: Extra | undefined
  say(line: string): void
}

/**
 * Copies all files to another storage, compares them and then records the new storage. Until then nothing has changed, so an interrupted
 * move is simply started again.
 */
export async function moveFiles(settings: MoveSettings, options: MoveOptions): Promise<Totals> {
  requireDatabase(settings)
  const target = readPlace(options.to, settings)
  const database = await openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR })
  try {
    await requireUpToDate(database)
    requireDatabaseFor(target, database.kind)
    const recorded = await findRecordedPlace(database.db, settings)
    if (!recorded)
      throw new SettingsError('This database has not been used yet. Set FILES_URL and start the server.')
    const isMoved = isSamePlace(recorded, target)
    const source = chooseSource(settings, options, recorded, isMoved)
    if (isSamePlace(source, target)) throw new SettingsError(`The files are already in ${showPlace(target)}.`)
    const [from, to] = [await open(source, database, settings), await open(target, database, settings)]
    try {
      const isOne = await isOneStorage(from.storage, to.storage)
      if (isOne && isMoved)
        throw new SettingsError(`${showPlace(source)} and ${showPlace(target)} are the same place.`)
      if (isOne) return await rename(database, target, to, options)
      return isMoved
        ? await deleteCopies(from.movable, to.movable, options)
        : await move(database, { from, to, target, options, dataDir: settings.DATA_DIR })
    } finally {
      await from.storage.close()
      await to.storage.close()
    }
  } finally {
    await database.close()
  }
}

async function requireUpToDate({ db, kind }: OpenDatabase): Promise<void> {
  const applied = new Set(await listApplied(db, kind))
  if (migrations.some(({ name }) => !applied.has(name)))
    throw new SettingsError(`Start version ${VERSION} of the server once before you move its files.`)
  await requireVersion(db, VERSION)
}

function chooseSource(
  settings: MoveSettings,
  { from, deleteSource }: MoveOptions,
  recorded: StoragePlace,
  isMoved: boolean,
): StoragePlace {
  const source = from === undefined ? undefined : readPlace(from, settings)
  if (isMoved) {
    if (source && deleteSource) return source
    return recorded
  }
  if (source && !isSamePlace(source, recorded))
    throw new SettingsError(`The files are in ${showPlace(recorded)}, not in ${showPlace(source)}.`)
  // FILES_URL may contain the keys of the bucket.
  const set = settings.FILES_URL === undefined ? undefined : readPlace(settings.FILES_URL, settings)
  return source ?? (set && isSamePlace(set, recorded) ? set : recorded)
}

interface Side extends OpenedPlace {
  movable: Movable
}

async function open(place: StoragePlace, { db }: OpenDatabase, { DATA_DIR }: MoveSettings): Promise<Side> {
  const opened = await openPlace(place, db, DATA_DIR)
  return { ...opened, movable: place.kind === 'disk' ? createMovableDisk(DATA_DIR) : opened.storage }
}

interface Move {
  from: Side
  to: Side
  target: StoragePlace
  options: MoveOptions
  dataDir: string
}

async function move({ db }: OpenDatabase, { from, to, target, options, dataDir }: Move): Promise<Totals> {
  const { say, deleteSource } = options
  const id = await claimTarget(db, target, to)
  if (options.extra !== 'keep') await handleExtra(db, from.movable, to.movable, options)
  say(`Counting the files in ${from.movable.place}…`)
  const totals = await countObjects(from.movable)
  say(`Copying ${describeTotals(totals)} to ${showPlace(target)}`)
  const copied: Copied = new Map()
  const hooks = { from: from.movable, to: to.movable, onCopied: createProgress(totals, say) }
  await copyObjects(copied, hooks)
  const workspaces = await copyWorkspaces({ db, dataDir, from: from.storage, to: to.storage, say })
  await db.transaction().execute(async (tx) => {
    await workspaces.commit(tx)
    await installationRepository.replaceStorage(tx, showPlace(target), id)
  })
  // Copies what a server that is still running has stored by now. From here on, its writes are refused.
  await copyObjects(copied, { ...hooks, onCopied: () => undefined })
  say(`Verified by size and SHA-256. The files are now in ${showPlace(target)}.`)
  if (deleteSource) {
    for (const key of copied.keys()) await from.movable.remove(key)
    await workspaces.removeFolders()
    await from.movable.removeLeftovers(0, new AbortController().signal)
    say(`Deleted the copies in ${from.movable.place}.`)
  }
  return countObjects(to.movable)
}

/** Not deleted unless requested: if the settings are wrong, they may be someone's only copy. */
async function handleExtra(
  db: OpenDatabase['db'],
  from: Movable,
  to: Movable,
  { extra, say }: MoveOptions,
): Promise<void> {
  const workspaces = new Set<string>()
  for await (const id of listWorkspaces(db)) workspaces.add(id)
  let count = 0
  for await (const key of listExtra(from, to, workspaces)) {
    count++
    if (extra === 'delete') await to.remove(key)
  }
  if (count === 0) return
  if (extra === 'delete') return say(`Deleted files that ${from.place} doesn't have: ${count}.`)
  throw new SettingsError(
    `${to.place} has files that ${from.place} doesn't have (${count}), such as files that were deleted after an earlier or interrupted move. Add --extra delete to delete them, or --extra keep.`,
  )
}

/**
 * The same place under two names, such as a bucket with two spellings of its endpoint: deleting the source would
 * delete the only copy.
 */
async function isOneStorage(from: Storage, to: Storage): Promise<boolean> {
  const key = `files/0/probe-${newUuid()}`
  await to.put(key, Buffer.from('probe'))
  try {
    return (await from.head(key)) !== undefined
  } finally {
    await to.remove(key)
  }
}

/** Only the name changes: nothing is copied or deleted. */
async function rename(
  { db }: OpenDatabase,
  target: StoragePlace,
  to: Side,
  { say }: MoveOptions,
): Promise<Totals> {
  await installationRepository.replaceStorage(db, showPlace(target), await claimTarget(db, target, to))
  say(`The files are already in ${showPlace(target)}, under another name. Nothing was copied or deleted.`)
  return countObjects(to.movable)
}

/** Another installation's bucket must not be mixed with ours. */
async function claimTarget(
  db: OpenDatabase['db'],
  target: StoragePlace,
  { id }: Side,
): Promise<string | null> {
  if (!id) return null
  const installationId = target.kind === 's3' ? await s3IdOf(db) : newUuid()
  const storedId = await id.read()
  if (target.kind === 's3' && storedId !== undefined && storedId !== installationId)
    throw new SettingsError(`${showPlace(target)} has the files of another installation.`)
  if (storedId === undefined) await id.write(installationId)
  return (await id.read()) ?? null
}

/** After an earlier move without --delete-source. Deletes only objects that are identical in the current storage. */
async function deleteCopies(from: Movable, to: Movable, { say }: MoveOptions): Promise<Totals> {
  const deleted = { files: 0, bytes: 0 }
  let remaining = 0
  for await (const { key, size } of from.list('')) {
    const now = await hashOf(to, key)
    if (now === undefined || now !== (await hashOf(from, key))) {
      remaining++
      continue
    }
    await from.remove(key)
    deleted.files++
    deleted.bytes += size
  }
  await from.removeLeftovers(0, new AbortController().signal)
  say(`Deleted ${describeTotals(deleted)} in ${from.place}.`)
  if (remaining > 0)
    say(
      `Files that were deleted or changed since the move: ${remaining}. Their old copies are still in ${from.place}.`,
    )
  return deleted
}

/** One line per 5 %. */
function createProgress(totals: Totals, say: (line: string) => void): (size: number) => void {
  const done = { files: 0, bytes: 0 }
  let lastShown = 0
  return (size) => {
    done.files++
    done.bytes += size
    const part = Math.floor((20 * done.files) / Math.max(1, totals.files))
    if (part <= lastShown) return
    lastShown = part
    say(`  ${Math.min(100, part * 5)} %: ${describeTotals(done)}`)
  }
}

export const describeTotals = ({ files, bytes }: Totals): string =>
  `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / 1024 / 1024).toFixed(1)} MiB)`
