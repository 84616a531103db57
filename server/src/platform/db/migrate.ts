import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { nowSeconds } from '../clock.ts'
import { SettingsError } from '../config.ts'
import { isAppError } from '../errors.ts'
import type { DatabaseKind, Db } from './db.ts'
import { fromBaseline } from './migrations/baseline.ts'
import { migrations as allMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { isBusy, SqliteError } from './sqlite/sqlite-error.ts'

type MigrationRecords = {
  schema_migrations: { name: string; applied_at: number }
}

/** Any number that nothing else in the database locks. */
const ADVISORY_LOCK = 727_451_903
const LOCK_WAIT_MS = 60_000

/**
 * Migrates the tables and returns the names of the migrations that ran. Each runs in one transaction with its own
 * record, under a lock: an interrupted start leaves nothing half done, and if two processes start together, the
 * second finds the work done.
 */
export async function migrate(
  db: Db,
  kind: DatabaseKind,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> {
  const before = await inLockedTransaction(db, kind, async (records) => {
    await sql`create table if not exists schema_migrations (name text primary key not null, applied_at bigint not null)`.execute(
      records,
    )
    const recorded = await appliedNames(records)
    const applied = fromBaseline(recorded)
    refuseUnknown(applied, migrations)
    const added = applied.filter((name) => !recorded.includes(name))
    if (added.length > 0) await records.deleteFrom('schema_migrations').execute()
    for (const name of added) await record(records, name)
    return new Set(applied)
  })
  const newlyApplied: string[] = []
  for (const migration of migrations.filter(({ name }) => !before.has(name))) {
    const isNew = await inLockedTransaction(db, kind, async (records) => {
      if ((await appliedNames(records)).includes(migration.name)) return false
      await migration.up(withoutTypes(records), kind)
      await record(records, migration.name)
      return true
    })
    if (isNew) newlyApplied.push(migration.name)
  }
  return newlyApplied
}

/** The migrations that were applied to a database, without changing it; none for a foreign database. */
export async function listApplied(db: Db, kind: DatabaseKind): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return []
  return fromBaseline(await inLockedTransaction(db, kind, appliedNames))
}

const record = (records: Kysely<MigrationRecords>, name: string) =>
  records.insertInto('schema_migrations').values({ name, applied_at: nowSeconds() }).execute()

async function appliedNames(records: Kysely<MigrationRecords>): Promise<string[]> {
  const rows = await records.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const knownNames = new Set(migrations.map((migration) => migration.name))
  const unknown = applied.filter((name) => !knownNames.has(name))
  if (unknown.length === 0) return
  throw new SettingsError(
    `This database was already used by a newer version of Bellwether: it has the changes ${unknown.join(', ')}, ` +
      'which this version does not know. Start the newer version, or restore a backup from before its first start.',
  )
}

async function inLockedTransaction<T>(
  db: Db,
  kind: DatabaseKind,
  work: (records: Kysely<MigrationRecords>) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const records = withoutTypes(transaction).withTables<MigrationRecords>()
        if (kind === 'postgres') {
          // Migrating a large table, or waiting for another migration, may exceed the time limit of requests.
          await sql`set local statement_timeout = 0`.execute(records)
          await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(records)
        }
        return await work(records)
      })
    } catch (error) {
      // On SQLite the transaction itself is the lock, and waiting for another process ends with "busy".
      if (!isBusyFile(error) || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** Migrations run on the tables of their time, not on today's; Kysely has no type-safe way to express that. */
const withoutTypes = (db: Db | Kysely<MigrationRecords>): Kysely<unknown> => db as unknown as Kysely<unknown>

const isBusyFile = (error: unknown): boolean =>
  isAppError(error) && error.cause instanceof SqliteError && isBusy(error.cause)
