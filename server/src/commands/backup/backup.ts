import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { VERSION } from '../../app/version.ts'
import type { Config } from '../../platform/config.ts'
import { SettingsError } from '../../platform/config.ts'
import { listApplied } from '../../platform/db/migrate.ts'
import { type OpenDatabase, openDatabase, sqliteFile } from '../../platform/db/open-database.ts'
import { dumpTables } from '../../platform/db/snapshot/postgres-tables.ts'
import { copySqlite, countSqliteRows } from '../../platform/db/snapshot/sqlite-copy.ts'
import { requireDatabase } from '../require-database.ts'
import { type ArchiveTotals, type Entry, walk, writeArchive } from './archive.ts'
import { FORMAT, MANIFEST, type Manifest, SQLITE_ENTRY, SUMMARY, tableEntry } from './manifest.ts'

export interface BackupOptions {
  out: string
  withSecrets: boolean
  say(line: string): void
}

/**
 * One archive of the database and the files, while the server runs. The database comes first, as of one moment: files that are added
 * later do no harm, and every file that the database names is there unless it was deleted meanwhile.
 */
export async function backup(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  { out, withSecrets, say }: BackupOptions,
): Promise<ArchiveTotals> {
  requireDatabase(config)
  const target = resolve(out)
  if (existsSync(target)) throw new SettingsError(`${target} exists already. Choose another name.`)
  const scratch = await mkdtemp(join(dirname(target), '.bellwether-backup-')).catch((error: unknown) => {
    throw new SettingsError(`Can't write to ${dirname(target)}: ${String(error)}`)
  })
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    say('Copying the database…')
    const snapshot = await takeSnapshot(config, database, scratch)
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      created_at: new Date().toISOString(),
      database: database.kind,
      migrations: await listApplied(database.db, database.kind),
      tables: snapshot.counts,
      secrets: withSecrets,
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
      yield {
        path: SUMMARY,
        text: JSON.stringify({ files: totals.files - files, bytes: totals.bytes - bytes }),
      }
    }
    const totals = await writeArchive(packed, entries)
    await rename(packed, target)
    return totals
  } finally {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Snapshot {
  /** Path in the archive, and where the file is now. */
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

/** The live database, unfinished uploads, and backups that stand in the same folder. */
function createLeaveOut(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  target: string,
  withSecrets: boolean,
) {
  const isPostgres = DATABASE_URL !== undefined && !DATABASE_URL.startsWith('sqlite:')
  const live = isPostgres ? undefined : relative(DATA_DIR, sqliteFile(DATABASE_URL, DATA_DIR))
  const database = new Set(live === undefined ? [] : [live, `${live}-wal`, `${live}-shm`])
  const archive = relative(DATA_DIR, target)
  return (path: string): boolean =>
    database.has(path) ||
    path === archive ||
    path.startsWith('.bellwether-backup-') ||
    /(^|\/)\.staged-/.test(path) ||
    (path === 'secrets' && !withSecrets)
}
