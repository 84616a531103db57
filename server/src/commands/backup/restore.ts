import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import type * as z from 'zod'
import { type Config, SettingsError } from '../../platform/config.ts'
import { listApplied, migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { type OpenDatabase, openDatabase, sqliteFile } from '../../platform/db/open-database.ts'
import { loadTables } from '../../platform/db/snapshot/postgres-tables.ts'
import { countSqliteRows, findDamage } from '../../platform/db/snapshot/sqlite-copy.ts'
import type { StorageSettings } from '../../platform/storage/storage-place.ts'
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  OBJECTS,
  SQLITE_ENTRY,
  SUMMARY,
  summarySchema,
  tableEntry,
} from './manifest.ts'
import { restoreObjects } from './restore-objects.ts'

export interface RestoreOptions {
  from: string
  say(line: string): void
}

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>
type RestoreSettings = StorageSettings & Place

/** Restores an archive to an empty data folder and an empty database. Never overwrites anything. */
export async function restore(config: RestoreSettings, { from, say }: RestoreOptions): Promise<Manifest> {
  if (!existsSync(from)) throw new SettingsError(`File not found: ${from}`)
  await requireEmptyFolder(config.DATA_DIR)
  const unpacked = `${config.DATA_DIR}.restoring`
  await rm(unpacked, { recursive: true, force: true })
  await mkdir(join(unpacked, 'data'), { recursive: true, mode: 0o700 })
  try {
    say('Unpacking…')
    await unpack(from, unpacked)
    const manifest = await readPart(unpacked, MANIFEST, manifestSchema)
    requireFit(manifest, config)
    await readPart(unpacked, SUMMARY, summarySchema)
    say('Restoring the database…')
    if (manifest.database === 'postgres') await restorePostgres(config, manifest, unpacked)
    else await restoreSqlite(config, manifest, unpacked)
    say('Restoring files…')
    await moveFiles(unpacked, config)
    // Migrates the tables to this version, as the first start would.
    const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
    try {
      await database.migrate()
      const hints = await restoreObjects(join(unpacked, OBJECTS), database, config)
      for (const hint of hints) say(hint)
    } finally {
      await database.close()
    }
    return manifest
  } finally {
    // A failed unpacking may still be writing its last files.
    await rm(unpacked, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => [])
  if (entries.length > 0)
    throw new SettingsError(
      `${folder} is not empty. Restore into an empty folder: set DATA_DIR to a new one, or move the old one away.`,
    )
}

async function unpack(from: string, folder: string): Promise<void> {
  try {
    await extract({
      file: from,
      cwd: folder,
      strict: true,
      // Our archives contain nothing else; a foreign one must not create links.
      filter: (_path, entry) => 'type' in entry && ['File', 'Directory'].includes(entry.type),
    })
  } catch (error) {
    throw new SettingsError(`${from} is not a complete Bellwether backup: ${messageOf(error)}`)
  }
}

async function readPart<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
  } catch {
    throw new SettingsError(
      'This is not a complete Bellwether backup. It may have been cut off while it was written or copied.',
    )
  }
}

function requireFit(
  { format, database, migrations: applied, version }: Manifest,
  { DATABASE_URL }: Place,
): void {
  const knownNames = new Set(migrations.map(({ name }) => name))
  if (format > FORMAT || applied.some((name) => !knownNames.has(name)))
    throw new SettingsError(
      `This backup was made by a newer version (${version}). Install that version first.`,
    )
  const isPostgres = DATABASE_URL !== undefined && !DATABASE_URL.startsWith('sqlite:')
  if (isPostgres !== (database === 'postgres'))
    throw new SettingsError(
      database === 'postgres'
        ? 'This backup is of a PostgreSQL database. Set DATABASE_URL to an empty one.'
        : 'This backup is of a SQLite database. Unset DATABASE_URL.',
    )
}

async function restorePostgres(config: Place, manifest: Manifest, unpacked: string): Promise<void> {
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await requireEmptyDatabase(database)
    const applied = new Set(manifest.migrations)
    await migrate(
      database.db,
      'postgres',
      migrations.filter(({ name }) => applied.has(name)),
    )
    const fileOf = (table: string) => join(unpacked, tableEntry(table))
    if (!database.pool) throw new Error('PostgreSQL has a pool')
    requireSame(manifest.tables, await loadTables(database.pool, Object.keys(manifest.tables), fileOf))
  } finally {
    await database.close()
  }
}

async function requireEmptyDatabase({ db, kind }: OpenDatabase): Promise<void> {
  if ((await listApplied(db, kind)).length > 0)
    throw new SettingsError('This database is not empty. Restore to a new one.')
}

async function restoreSqlite(config: Place, manifest: Manifest, unpacked: string): Promise<void> {
  const file = sqliteFile(config.DATABASE_URL, config.DATA_DIR)
  if (existsSync(file)) throw new SettingsError(`${file} already exists. Restore to a new database.`)
  const copy = join(unpacked, SQLITE_ENTRY)
  const damage = await findDamage(copy)
  if (damage) throw new SettingsError(`The database in this backup is damaged: ${damage}`)
  requireSame(manifest.tables, await countSqliteRows(copy))
}

function requireSame(expected: Record<string, number>, actual: Record<string, number>): void {
  const wrong = Object.keys(expected).filter((table) => expected[table] !== actual[table])
  if (wrong.length > 0) throw new SettingsError(`Rows are missing in this backup (${wrong.join(', ')}).`)
}

async function moveFiles(unpacked: string, config: Place): Promise<void> {
  await mkdir(dirname(config.DATA_DIR), { recursive: true })
  await rm(config.DATA_DIR, { recursive: true, force: true })
  await rename(join(unpacked, 'data'), config.DATA_DIR)
  const copy = join(unpacked, SQLITE_ENTRY)
  if (!existsSync(copy)) return
  const file = sqliteFile(config.DATABASE_URL, config.DATA_DIR)
  await mkdir(dirname(file), { recursive: true })
  await rename(copy, file)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
