import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { SettingsError } from '../config.ts'
import type { Log } from '../log.ts'
import type { DatabaseKind, Db } from './db.ts'
import { type InstanceLocks, SINGLE_INSTANCE } from './instance-locks.ts'
import { migrate } from './migrate.ts'
import type { NewClientOptions } from './postgres/open-postgres.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { openReportReader } from './sqlite/reports/report-reader.ts'

export interface OpenDatabaseOptions {
  /** `postgres://…`, `sqlite:<path>`, or undefined for the file in `dataDir`. */
  url?: string | undefined
  dataDir: string
  /** A SQLite file with all tables and no rows, which a new installation starts with. */
  emptyDatabase?: string
  /** Maximum number of PostgreSQL connections of this process. */
  poolSize?: number
  log?: Pick<Log, 'warn'>
}

export interface OpenDatabase {
  db: Db
  kind: DatabaseKind
  /** For expensive queries: on SQLite in a separate thread, so that other requests don't wait. Selects only. */
  reports: Db
  /** Migrates the tables; returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Fails with "unavailable" when the database can't be reached or its writer does not respond. */
  ping(): Promise<void>
  /** True while the queue for connections is so long that new requests should be refused. */
  isOverloaded(): boolean
  /** Size of the database in bytes. */
  size(): Promise<number>
  /** Removes what was deleted from SQLite's log, if no long query reads from it. Otherwise it stays until it is overwritten. */
  emptyLog(): Promise<void>
  /** Before closing: statements fail immediately if the database stops responding, instead of at their time limit. */
  abandonIfSilent(): void
  /** Waits for running queries. May be called twice. */
  close(): Promise<void>
  /** Across all instances on this database. */
  locks: InstanceLocks
  /** PostgreSQL only, for libraries that want the pool itself. */
  pool?: pg.Pool
  /** PostgreSQL only: a connection outside the pool. */
  newClient?: (options?: NewClientOptions) => pg.Client
}

export async function openDatabase({
  url,
  dataDir,
  emptyDatabase,
  poolSize,
  log,
}: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (isPostgresUrl(url)) {
    // Loaded on demand, to save the driver's memory on SQLite.
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    const opened = openPostgres(url, log, poolSize === undefined ? {} : { maxConnections: poolSize })
    return {
      ...withCommonWork(opened.db, 'postgres'),
      reports: opened.db,
      pool: opened.pool,
      isOverloaded: opened.isOverloaded,
      newClient: opened.newClient,
      locks: opened.locks,
      size: opened.size,
      emptyLog: async () => undefined,
      abandonIfSilent: opened.abandonIfSilent,
      close: opened.close,
    }
  }
  const file = sqliteFile(url, dataDir)
  const opened = await openSqlite(file, { emptyDatabase })
  return {
    ...withCommonWork(opened.db, 'sqlite'),
    reports: openReportReader(file),
    isOverloaded: () => false,
    locks: SINGLE_INSTANCE,
    size: opened.size,
    emptyLog: async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(opened.db)
    },
    abandonIfSilent: () => undefined,
    close: opened.close,
  }
}

export const isPostgresUrl = (url: string | undefined): url is string =>
  url !== undefined && /^postgres(ql)?:/.test(url)

export function sqliteFile(url: string | undefined, dataDir: string): string {
  if (url === undefined) return join(dataDir, 'bellwether.db')
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (path === undefined || path === ':memory:') {
    throw new SettingsError('DATABASE_URL must be postgres://… or sqlite:<path of a file>.')
  }
  return resolve(path)
}

const withCommonWork = (db: Db, kind: DatabaseKind) => ({
  db,
  kind,
  migrate: () => migrate(db, kind),
  // Raw SQL goes to SQLite's writer, so this also checks that changes are possible.
  ping: async () => {
    await sql`select 1`.execute(db)
  },
})
