import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../../platform/config.ts'
import type { OpenDatabase } from '../../platform/db/open-database.ts'
import { newUuid } from '../../platform/ids.ts'
import { installationRepository } from '../../platform/secrets/installation.repository.ts'
import { findRecordedPlace, s3IdOf } from '../../platform/storage/open-storage.ts'
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
import { walk } from './archive.ts'

/**
 * Files that were in a bucket go to FILES_URL or, if it is not set, to the database or DATA_DIR. They never overwrite
 * the current content of the bucket. Files that were on disk or in the database are restored with those. Returns
 * notes for the operator.
 */
export async function restoreObjects(
  folder: string,
  database: OpenDatabase,
  settings: StorageSettings,
): Promise<string[]> {
  const { db, kind } = database
  const configured = settings.FILES_URL === undefined ? undefined : readPlace(settings.FILES_URL, settings)
  const recorded = await findRecordedPlace(db, settings)
  if (recorded?.kind !== 's3')
    return configured && recorded && !isSamePlace(configured, recorded)
      ? [
          `The files are in ${recorded.kind}, as in the backup. Move them to FILES_URL with "npm run move-files".`,
        ]
      : []
  const place: StoragePlace = configured ?? { kind: kind === 'postgres' ? 'postgres' : 'disk' }
  requireDatabaseFor(place, kind)
  if (place.kind === 'disk' && (await installationRepository.hasStoredWorkspaces(db)))
    throw new SettingsError(
      'The workspaces of this backup were in S3 and can’t be restored to disk. Set FILES_URL to an empty bucket.',
    )
  const opened = await openPlace(place, db, settings.DATA_DIR)
  try {
    const id = await claimEmpty(database, place, opened)
    if (existsSync(folder))
      for await (const { path, isFolder } of walk(folder, () => false))
        if (!isFolder) await opened.storage.put(path, createReadStream(join(folder, path)))
    await installationRepository.replaceStorage(db, showPlace(place), id)
  } finally {
    await opened.storage.close()
  }
  return [`The files were in S3. They are now in ${showPlace(place)}.`]
}

async function claimEmpty(
  { db }: OpenDatabase,
  place: StoragePlace,
  { storage, id }: OpenedPlace,
): Promise<string | null> {
  if (place.kind === 's3')
    for await (const _ of storage.list(''))
      throw new SettingsError(`${showPlace(place)} is not empty. Set FILES_URL to an empty folder or bucket.`)
  if (!id) return null
  const installationId = place.kind === 's3' ? await s3IdOf(db) : newUuid()
  const storedId = await id.read()
  if (place.kind === 's3' && storedId !== undefined && storedId !== installationId)
    throw new SettingsError(`${showPlace(place)} belongs to another installation.`)
  if (storedId === undefined) await id.write(installationId)
  return (await id.read()) ?? null
}
