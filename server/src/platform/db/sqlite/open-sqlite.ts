import { randomUUID } from 'node:crypto'
import { access, chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { SettingsError } from '../../config.ts'
import { isAppError } from '../../errors.ts'
import type { Db } from '../db.ts'
import type { Database } from '../schema.ts'
import { createSqliteDialect, type SqliteEngine } from './sqlite-dialect.ts'
import { loadSqlite } from './sqlite-module.ts'
import { openReader } from './sqlite-reader.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export interface SqliteSettings {
  /** A new database starts with a copy of this file. */
  emptyDatabase?: string | undefined
  waitLimitMs?: number
  busyTimeoutMs?: number
  idleMs?: number
}

export interface OpenSqlite {
  db: Db
  engine: SqliteEngine
  /** Size on disk in bytes, including the write-ahead log. */
  size(): Promise<number>
  close(): Promise<void>
}

export async function openSqlite(file: string, settings: SqliteSettings = {}): Promise<OpenSqlite> {
  const engine = await openEngine(file, settings).catch((error: unknown) => {
    const reason = isAppError(error) && error.cause instanceof Error ? error.cause : error
    throw new SettingsError(`The database file ${file} cannot be opened: ${String(reason)}`, { cause: error })
  })
  const db = new Kysely<Database>({ dialect: createSqliteDialect(engine) })
  let closing: Promise<void> | undefined

  return {
    db,
    engine,
    size: async () => (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
    close: () => {
      closing ??= closeAll(db, engine)
      return closing
    },
  }
}

async function openEngine(file: string, settings: SqliteSettings): Promise<SqliteEngine> {
  const { emptyDatabase, waitLimitMs = 10_000, busyTimeoutMs = 5000, idleMs } = settings
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  if (emptyDatabase !== undefined) await copyEmptyDatabase(emptyDatabase, file)
  await createPrivateFile(file)
  // The writer first: it switches the file to WAL mode, which a read-only connection can't.
  const writer = await SqliteWriter.open({ file, waitLimitMs, busyTimeoutMs, idleMs })
  try {
    return { writer, reader: openReader(await loadSqlite(), file) }
  } catch (error) {
    await writer.close()
    throw error
  }
}

async function closeAll(db: Db, { reader, writer }: SqliteEngine): Promise<void> {
  await db.destroy()
  // The writer last: the last connection merges the log into the file and removes it.
  reader.close()
  await writer.close()
}

/**
 * Created here rather than by SQLite, so that it has its mode from the start (the log files inherit it). An existing
 * file is not opened: closing it would drop the locks that SQLite holds in this process.
 */
async function createPrivateFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    // A file of another owner can't be changed; SQLite reports itself if it is unusable.
    await chmod(file, 0o600).catch(() => undefined)
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Starts a new installation with a copy of `template`, a database with all tables and no rows: running every migration
 * takes 0.3 s of CPU. Does nothing if there is a database, or if the copy can't be made: the migrations create the
 * tables as well.
 */
export async function copyEmptyDatabase(template: string, file: string): Promise<void> {
  // SQLite would apply the log of a database that was deleted to the copy.
  if ((await exists(file)) || (await exists(`${file}-wal`)) || !(await exists(template))) return
  const copy = `${file}.${randomUUID()}.new`
  try {
    await writeDurably(copy, await readFile(template))
    // Unlike a rename, a link never replaces the database of another process that starts at the same time.
    await link(copy, file)
  } catch {
    // For example, a file system without links. A full disk is reported by the migrations.
  } finally {
    await rm(copy, { force: true }).catch(() => undefined)
  }
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
