import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { IMPORTS_FOLDER } from '../../app/imports/receive-import.ts'
import { statusRepository } from '../../app/system-status/status.repository.ts'
import { VERSION } from '../../app/version.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { SettingsError } from '../../platform/config.ts'
import { listApplied } from '../../platform/db/migrate.ts'
import { type OpenDatabase, openDatabase, sqliteFile } from '../../platform/db/open-database.ts'
import { dumpTables } from '../../platform/db/snapshot/postgres-tables.ts'
import { copySqlite, countSqliteRows } from '../../platform/db/snapshot/sqlite-copy.ts'
import { lockFileOf } from '../../platform/db/sqlite/hold-sqlite.ts'
import { TEMPORARY_FOLDER } from '../../platform/storage/local-file.ts'
import { findRecordedPlace } from '../../platform/storage/open-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  isSamePlace,
  openPlace,
  readPlace,
  type StorageSettings,
} from '../../platform/storage/storage-place.ts'
import { requireDatabase } from '../require-database.ts'
import { type ArchiveTotals, type Entry, walk, writeArchive } from './archive.ts'
import {
  FORMAT,
  LOST_FOUND,
  MANIFEST,
  type Manifest,
  OBJECTS,
  SQLITE_ENTRY,
  SUMMARY,
  tableEntry,
} from './manifest.ts'
import { removeOnSignal } from './remove-on-signal.ts'

export type BackupSettings = StorageSettings & Pick<Config, 'DATABASE_URL'>

export interface BackupOptions {
  out: string
  withSecrets: boolean
  say(line: string): void
}

/**
 * Writes the database and the files to one archive while the server runs. The database is copied first, as a
 * snapshot: files that are added later do no harm, and every file that the snapshot names exists unless it was
 * deleted in the meantime.
 */
export async function backup(
  config: BackupSettings,
  { out, withSecrets, say }: BackupOptions,
): Promise<ArchiveTotals> {
  requireDatabase(config)
  const target = resolve(out)
  if (existsSync(target)) throw new SettingsError(`${target} already exists. Choose another name.`)
  const scratch = await mkdtemp(join(dirname(target), '.bellwether-backup-')).catch((error: unknown) => {
    throw new SettingsError(`Can't write to ${dirname(target)}: ${String(error)}`)
  })
  const release = removeOnSignal(scratch)
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await requireTables(database)
    say('Copying the database…')
    const snapshot = await takeSnapshot(config, database, scratch)
    const applied = await listApplied(database.db, database.kind)
    const bucket = await openBucket(config, database)
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      created_at: new Date().toISOString(),
      database: database.kind,
      migrations: applied,
      tables: snapshot.counts,
      secrets: withSecrets,
      storage: bucket.kind,
    }
    say('Packing files…')
    const packed = join(scratch, 'archive.tgz')
    const leaveOut = createLeaveOut(config, target, withSecrets)
    async function* entries(totals: ArchiveTotals): AsyncGenerator<Entry> {
      yield { path: MANIFEST, text: JSON.stringify(manifest, null, 2) }
      for (const [path, file] of snapshot.files) yield { path, file }
      const { files, bytes } = totals
      for await (const { path, isFolder } of walk(config.DATA_DIR, leaveOut))
        yield isFolder
          ? { path: `data/${path}`, folder: true }
          : { path: `data/${path}`, file: join(config.DATA_DIR, path) }
      yield* objectsOf(bucket.storage)
      yield {
        path: SUMMARY,
        text: JSON.stringify({ files: totals.files - files, bytes: totals.bytes - bytes }),
      }
    }
    const totals = await writeArchive(packed, entries)
    await rename(packed, target)
    await statusRepository.setLastBackup(database.db, nowSeconds())
    return totals
  } finally {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
    release()
  }
}

async function requireTables({ db, kind }: OpenDatabase): Promise<void> {
  if ((await listApplied(db, kind)).length === 0)
    throw new SettingsError(
      'This isn’t a Bellwether database. Use the same DATA_DIR or DATABASE_URL as the server.',
    )
}

/** Files on disk are packed with DATA_DIR, and files in PostgreSQL with its tables. */
async function openBucket(config: BackupSettings, { db }: OpenDatabase) {
  const recorded = (await findRecordedPlace(db, config)) ?? { kind: 'disk' as const }
  if (recorded.kind !== 's3') return { kind: recorded.kind, storage: undefined }
  // FILES_URL may contain the keys of the bucket.
  const set = config.FILES_URL === undefined ? undefined : readPlace(config.FILES_URL, config)
  const place = set && isSamePlace(set, recorded) ? set : recorded
  return { kind: place.kind, storage: (await openPlace(place, db, config.DATA_DIR)).storage }
}

async function* objectsOf(storage: Storage | undefined): AsyncGenerator<Entry> {
  if (!storage) return
  for await (const { key } of storage.list(''))
    yield { path: `${OBJECTS}/${key}`, open: () => storage.open(key) }
  await storage.close()
}

interface Snapshot {
  /** Path in the archive, and the current path of the file. */
  files: [path: string, file: string][]
  counts: Record<string, number>
}

async function takeSnapshot(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  { pool }: OpenDatabase,
  scratch: string,
): Promise<Snapshot> {
  if (pool) {
    const fileOf = (table: string) => join(scratch, `${table}.jsonl`)
    const counts = await dumpTables(pool, fileOf)
    return { counts, files: Object.keys(counts).map((table) => [tableEntry(table), fileOf(table)]) }
  }
  const copy = join(scratch, 'bellwether.db')
  await copySqlite(sqliteFile(DATABASE_URL, DATA_DIR), copy)
  return { counts: await countSqliteRows(copy), files: [[SQLITE_ENTRY, copy]] }
}

/** The live database, unfinished uploads, temporary copies, backups in the same folder, and what belongs to the disk. */
function createLeaveOut(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  target: string,
  withSecrets: boolean,
) {
  const isPostgres = DATABASE_URL !== undefined && !DATABASE_URL.startsWith('sqlite:')
  const live = isPostgres ? undefined : relative(DATA_DIR, sqliteFile(DATABASE_URL, DATA_DIR))
  const database = new Set(live === undefined ? [] : [live, `${live}-wal`, `${live}-shm`, lockFileOf(live)])
  const archive = relative(DATA_DIR, target)
  return (path: string): boolean =>
    database.has(path) ||
    path === archive ||
    path === TEMPORARY_FOLDER ||
    path === IMPORTS_FOLDER ||
    path === LOST_FOUND ||
    path.startsWith('.bellwether-backup-') ||
    /(^|\/)\.staged-/.test(path) ||
    (path === 'secrets' && !withSecrets)
}
