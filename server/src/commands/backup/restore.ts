import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import type * as z from 'zod'
import { type Config, SettingsError } from '../../platform/config.ts'
import { fromBaseline } from '../../platform/db/migrations/baseline.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { openDatabase, sqliteFile } from '../../platform/db/open-database.ts'
import { countSqliteRows, findDamage } from '../../platform/db/snapshot/sqlite-copy.ts'
import { isDiskFull } from '../../platform/disk/disk-full.ts'
import type { StorageSettings } from '../../platform/storage/storage-place.ts'
import {
  FORMAT,
  LOST_FOUND,
  MANIFEST,
  type Manifest,
  manifestSchema,
  OBJECTS,
  requireSameRows,
  SQLITE_ENTRY,
  SUMMARY,
  summarySchema,
  tableEntry,
  UNPACKED_FOLDER,
} from './manifest.ts'
import { removeOnSignal } from './remove-on-signal.ts'
import { restoreObjects } from './restore-objects.ts'
import { restorePostgres } from './restore-postgres.ts'

export interface RestoreOptions {
  from: string
  say(line: string): void
}

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>
type RestoreSettings = StorageSettings & Place

/**
 * Restores an archive to an empty data folder and an empty database. Never overwrites anything. The data folder itself
 * stays, because it may be a mounted volume, a link, or the only folder in which this user may write.
 */
export async function restore(config: RestoreSettings, { from, say }: RestoreOptions): Promise<Manifest> {
  if (!existsSync(from)) throw new SettingsError(`File not found: ${from}`)
  const { DATA_DIR: folder } = config
  await requireEmptyFolder(folder)
  const isNew = (await makeFolder(folder)) !== undefined
  const unpacked = join(folder, UNPACKED_FOLDER)
  await claim(unpacked)
  const release = removeOnSignal(unpacked)
  try {
    await mkdir(join(unpacked, 'data'))
    say('Unpacking…')
    const found = await unpack(from, unpacked)
    const manifest = await readPart(unpacked, MANIFEST, manifestSchema)
    requireFit(manifest, config)
    requireComplete(manifest, unpacked)
    const { files, bytes } = await readPart(unpacked, SUMMARY, summarySchema)
    if (files !== found.files || bytes !== found.bytes) throw incomplete()
    say('Restoring the database…')
    if (manifest.database === 'postgres') await restorePostgres(config, manifest, unpacked)
    else await restoreSqlite(config, manifest, unpacked)
    say('Restoring files…')
    await moveFiles(unpacked, config)
    // Migrates the tables to this version, as the first start would.
    const database = await openDatabase({ url: config.DATABASE_URL, dataDir: folder })
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
    release()
    if (isNew) await removeIfEmpty(folder)
  }
}

const entriesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name !== LOST_FOUND)

async function requireEmptyFolder(folder: string): Promise<void> {
  const entries = (await entriesOf(folder)).filter((name) => name !== UNPACKED_FOLDER)
  if (entries.length > 0)
    throw new SettingsError(
      `${folder} is not empty. Restore into an empty folder: set DATA_DIR to a new one, or move the old one away.`,
    )
}

/** Returns the first folder that had to be made, if any. */
const makeFolder = (folder: string): Promise<string | undefined> =>
  mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new SettingsError(`Can't create ${folder}: ${messageOf(error)}`)
  })

async function claim(unpacked: string): Promise<void> {
  try {
    await mkdir(unpacked, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new SettingsError(`Can't write to ${dirname(unpacked)}: ${messageOf(error)}`)
    throw new SettingsError(
      `Another restore is running, or one was interrupted. If none is running, delete ${unpacked}.`,
    )
  }
}

const removeIfEmpty = (folder: string): Promise<void> =>
  rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })

/** Returns how many files besides the database were in the archive, and their size. */
async function unpack(from: string, folder: string): Promise<z.infer<typeof summarySchema>> {
  const found = { files: 0, bytes: 0 }
  try {
    await extract({
      file: from,
      cwd: folder,
      strict: true,
      // Our archives contain nothing else; a foreign one must not create links.
      filter: (_path, entry) => 'type' in entry && ['File', 'Directory'].includes(entry.type),
      onReadEntry: ({ path, type, size }) => {
        if (type !== 'File' || !/^(data|objects)\//.test(path)) return
        found.files++
        found.bytes += size
      },
    })
    return found
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw new SettingsError(`${from} is not a complete Bellwether backup: ${messageOf(error)}`)
  }
}

const incomplete = () =>
  new SettingsError(
    'This is not a complete Bellwether backup. It may have been cut off while it was written or copied.',
  )

async function readPart<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
  } catch {
    throw incomplete()
  }
}

function requireComplete({ database, tables }: Manifest, unpacked: string): void {
  const parts = database === 'sqlite' ? [SQLITE_ENTRY] : Object.keys(tables).map(tableEntry)
  if (!parts.every((part) => existsSync(join(unpacked, part)))) throw incomplete()
}

function requireFit(
  { format, database, migrations: applied, version }: Manifest,
  { DATABASE_URL }: Place,
): void {
  const knownNames = new Set(migrations.map(({ name }) => name))
  if (format > FORMAT || fromBaseline(applied).some((name) => !knownNames.has(name)))
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

async function restoreSqlite(config: Place, manifest: Manifest, unpacked: string): Promise<void> {
  const file = sqliteFile(config.DATABASE_URL, config.DATA_DIR)
  if (existsSync(file)) throw new SettingsError(`${file} already exists. Restore to a new database.`)
  const copy = join(unpacked, SQLITE_ENTRY)
  const damage = await findDamage(copy)
  if (damage) throw new SettingsError(`The database in this backup is damaged: ${damage}`)
  requireSameRows(manifest.tables, await countSqliteRows(copy))
}

async function moveFiles(unpacked: string, config: Place): Promise<void> {
  const data = join(unpacked, 'data')
  for (const name of await entriesOf(data)) await rename(join(data, name), join(config.DATA_DIR, name))
  const copy = join(unpacked, SQLITE_ENTRY)
  if (!existsSync(copy)) return
  const file = sqliteFile(config.DATABASE_URL, config.DATA_DIR)
  await mkdir(dirname(file), { recursive: true })
  await move(copy, file)
}

/** DATABASE_URL may name a file on another disk. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
