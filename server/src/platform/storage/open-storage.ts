import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { SettingsError } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { isAppError, unavailable } from '../errors.ts'
import { newUuid } from '../ids.ts'
import { createTogether } from '../jobs/together.ts'
import { type Installation, installationRepository } from '../secrets/installation.repository.ts'
import type { Storage } from './storage.ts'
import {
  isSamePlace,
  type OpenedPlace,
  openPlace,
  readPlace,
  requireDatabaseFor,
  type StorageId,
  type StoragePlace,
  type StorageSettings,
  showPlace,
} from './storage-place.ts'

type Database = Pick<OpenDatabase, 'db' | 'kind'>

/**
 * The files of the installation that this database belongs to. The first start records where they are; later starts, and other instances,
 * must use the same place. Needs the installation record, which `openSecrets` writes.
 */
export async function openStorage(database: Database, settings: StorageSettings): Promise<Storage> {
  const place = await choosePlace(database, settings)
  const opened = await openPlace(place, database.db, settings.DATA_DIR)
  try {
    await checkId(database, place, opened, settings.DATA_DIR)
    const recorded = await record(database.db, place, settings)
    return refuseAfterMove(opened.storage, database.db, recorded)
  } catch (error) {
    await opened.storage.close()
    throw error
  }
}

/** What FILES_URL says, else what the record says, else PostgreSQL or the disk. */
async function choosePlace({ db, kind }: Database, settings: StorageSettings): Promise<StoragePlace> {
  const wanted = settings.FILES_URL === undefined ? undefined : readPlace(settings.FILES_URL, settings)
  const recorded = await findRecordedPlace(db, settings)
  if (recorded && wanted && !isSamePlace(recorded, wanted)) throw elsewhere(recorded, wanted)
  const place = wanted ?? recorded ?? { kind: kind === 'postgres' ? 'postgres' : 'disk' }
  requireDatabaseFor(place, kind)
  return place
}

/** Where the files are; undefined before the first start. Before there was a record, all files were on disk. */
export async function findRecordedPlace(
  db: Db,
  settings: StorageSettings,
): Promise<StoragePlace | undefined> {
  const storage = (await installationRepository.find(db))?.storage
  if (storage) return readPlace(storage, settings)
  return (await installationRepository.hasUsers(db)) ? { kind: 'disk' } : undefined
}

/** Returns the recorded storage: if several instances start together, the first one counts. */
async function record(db: Db, place: StoragePlace, settings: StorageSettings): Promise<string> {
  const shown = showPlace(place)
  await installationRepository.setStorage(db, shown)
  const recorded = (await findInstallation(db)).storage ?? shown
  if (!isSamePlace(readPlace(recorded, settings), place))
    throw elsewhere(readPlace(recorded, settings), place)
  return recorded
}

async function checkId(
  { db, kind }: Database,
  place: StoragePlace,
  { id }: OpenedPlace,
  dataDir: string,
): Promise<void> {
  // With SQLite, the database is on the same disk.
  if (!id || (place.kind === 'disk' && kind === 'sqlite')) return
  if (place.kind === 'disk') return checkDiskId(db, id, dataDir)
  try {
    await checkS3Id(db, id, showPlace(place))
  } catch (error) {
    if (!isAppError(error)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new SettingsError(`The files at ${showPlace(place)} can’t be reached (${reason}); check FILES_URL.`)
  }
}

/** First the file, then the record: a record without its file would keep this instance from starting again. */
async function checkDiskId(db: Db, id: StorageId, dataDir: string): Promise<void> {
  const recordedId = (await findInstallation(db)).storage_id
  if (recordedId === null) {
    await id.write(newUuid())
    await installationRepository.setStorageId(db, (await id.read()) ?? '')
  }
  const recorded = recordedId ?? (await findInstallation(db)).storage_id
  if ((await id.read()) === recorded) return
  throw new SettingsError(
    `The files of this installation are on another disk than ${dataDir}. Let all instances share one DATA_DIR, or move the files with ` +
      `"npm run move-files -- --to postgres". To use this folder anyway, write ${recorded} into ${dataDir}/storage-id.`,
  )
}

/** The URL names the bucket; the id tells installations apart that were given the same one by mistake. */
async function checkS3Id(db: Db, id: StorageId, shown: string): Promise<void> {
  const recorded = await s3IdOf(db)
  await installationRepository.setStorageId(db, recorded)
  const storedId = await id.read()
  if (storedId === undefined) await id.write(recorded)
  else if (storedId !== recorded)
    throw new SettingsError(
      `${shown} has the files of another installation. Use another folder or bucket in FILES_URL.`,
    )
}

/** The same for each attempt to move files into a bucket, and different for each installation. */
export const s3IdOf = async (db: Db): Promise<string> =>
  createHash('sha256')
    .update(`storage ${(await findInstallation(db)).salt}`)
    .digest('hex')
    .slice(0, 32)

async function findInstallation(db: Db): Promise<Installation> {
  const installation = await installationRepository.find(db)
  if (!installation) throw new SettingsError('This database has not been used yet. Start the server first.')
  return installation
}

const elsewhere = (recorded: StoragePlace, wanted: StoragePlace): SettingsError => {
  const target = wanted.kind === 's3' ? '"$FILES_URL"' : wanted.kind
  return new SettingsError(
    `The files of this installation are in ${showPlace(recorded)}, but FILES_URL says ${showPlace(wanted)}. ` +
      `Move them with "npm run move-files -- --to ${target}", or correct FILES_URL.`,
  )
}

const CALLS_AT_ONCE = 1000

/**
 * Changes nothing once `npm run move-files` has switched the installation to another storage: what a server that still runs would write
 * to the old one would be lost.
 */
function refuseAfterMove(storage: Storage, db: Db, recorded: string): Storage {
  async function checkOn(on: Db): Promise<void> {
    const installation = await installationRepository.find(on)
    if (installation?.storage !== recorded) throw unavailable(say('server.files_moved'))
  }
  const checkTogether = createTogether(async (calls: readonly undefined[]) => {
    await checkOn(db)
    return calls
  }, CALLS_AT_ONCE)
  const check = async (transaction?: Db): Promise<void> =>
    transaction ? checkOn(transaction) : checkTogether(undefined)
  return {
    ...storage,
    async stage(key, content) {
      const staged = await storage.stage(key, content)
      return {
        ...staged,
        async commit(transaction) {
          await check(transaction)
          await staged.commit(transaction)
        },
      }
    },
    async put(key, content) {
      await check()
      await storage.put(key, content)
    },
    async remove(key, transaction) {
      await check(transaction)
      await storage.remove(key, transaction)
    },
    async removePrefix(prefix) {
      await check()
      await storage.removePrefix(prefix)
    },
  }
}
