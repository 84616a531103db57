import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, SettingsError } from '../config.ts'
import type { DatabaseKind, Db } from '../db/db.ts'
import { makeFolder } from '../disk/make-folder.ts'
import { createDiskStorage } from './disk/disk-storage.ts'
import { createPostgresStorage } from './postgres/postgres-storage.ts'
import { isSameS3Place, readS3Url, type S3Credentials, type S3Place, showS3Place } from './s3/s3-url.ts'
import type { Storage } from './storage.ts'

/** Where files can be. `FILES_URL`, the installation record and `npm run move-files` name it in the same way. */
export type StoragePlace =
  | { kind: 'disk' }
  | { kind: 'postgres' }
  | { kind: 's3'; s3: S3Place; credentials: S3Credentials | undefined }

export type StorageSettings = Pick<
  Config,
  | 'DATA_DIR'
  | 'FILES_URL'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
  | 'AWS_REGION'
>

/** Keys and region that are not in the URL come from the settings. */
export function readPlace(text: string, settings: StorageSettings): StoragePlace {
  if (text === 'disk' || text === 'postgres') return { kind: text }
  const { place, credentials } = readS3Url(text)
  return {
    kind: 's3',
    s3: { ...place, region: place.region ?? settings.AWS_REGION },
    credentials: credentials ?? credentialsOf(settings),
  }
}

/** Pure. Without credentials. */
export const showPlace = (place: StoragePlace): string =>
  place.kind === 's3' ? showS3Place(place.s3) : place.kind

/** Pure. */
export const isSamePlace = (one: StoragePlace, other: StoragePlace): boolean =>
  one.kind === 's3' && other.kind === 's3' ? isSameS3Place(one.s3, other.s3) : one.kind === other.kind

export function requireDatabaseFor(place: StoragePlace, kind: DatabaseKind): void {
  if (place.kind === 'postgres' && kind !== 'postgres')
    throw new SettingsError(
      'Files can be stored in PostgreSQL only if DATABASE_URL is a PostgreSQL database.',
    )
}

export interface OpenedPlace {
  storage: Storage
  /** Of the installation whose files these are; undefined for PostgreSQL, which needs none. */
  id: StorageId | undefined
}

/** Kept beside the files. */
export interface StorageId {
  read(): Promise<string | undefined>
  write(id: string): Promise<void>
}

export async function openPlace(place: StoragePlace, db: Db, dataDir: string): Promise<OpenedPlace> {
  if (place.kind === 'postgres') return { storage: createPostgresStorage(db), id: undefined }
  if (place.kind === 'disk') return { storage: createDiskStorage(dataDir), id: createDiskId(dataDir) }
  // The SDK is loaded only by installations that use it.
  const { createS3Storage } = await import('./s3/s3-storage.ts')
  const storage = createS3Storage({ place: place.s3, credentials: place.credentials })
  return { storage, id: { read: storage.readId, write: storage.writeId } }
}

function credentialsOf(settings: StorageSettings): S3Credentials | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { accessKeyId, secretAccessKey, sessionToken: settings.AWS_SESSION_TOKEN }
}

const DISK_ID_FILE = 'storage-id'

/** Tells the disk with the files of an installation from any other. */
function createDiskId(dataDir: string) {
  const file = join(dataDir, DISK_ID_FILE)
  const read = async (): Promise<string | undefined> => {
    try {
      return (await readFile(file, 'utf8')).trim() || undefined
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  return {
    read,
    /** Leaves an existing one: of several instances that share this disk, the first one counts. */
    async write(id: string): Promise<void> {
      await makeFolder(dataDir)
      try {
        await writeFile(file, `${id}\n`, { flag: 'wx', mode: 0o600, flush: true })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
    },
  }
}
