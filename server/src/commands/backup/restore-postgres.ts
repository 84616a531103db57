import { join } from 'node:path'
import type pg from 'pg'
import { type Config, SettingsError } from '../../platform/config.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { fromBaseline } from '../../platform/db/migrations/baseline.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { toPostgresError } from '../../platform/db/postgres/postgres-error.ts'
import { dropTables, hasTables, loadTables } from '../../platform/db/snapshot/postgres-tables.ts'
import { isAppError } from '../../platform/errors.ts'
import { type Manifest, requireSameRows, tableEntry } from './manifest.ts'

/** Any number that nothing else in the database locks. */
const ADVISORY_LOCK = 727_451_904

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>

/** Restores the tables of a backup to an empty database, which is empty again if they can't be restored. */
export async function restorePostgres(config: Place, manifest: Manifest, unpacked: string): Promise<void> {
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  const { db, pool } = database
  let claimed: pg.PoolClient | undefined
  try {
    if (!pool) throw new Error('PostgreSQL has a pool')
    claimed = await claim(pool)
    const applied = new Set(fromBaseline(manifest.migrations))
    const fileOf = (table: string) => join(unpacked, tableEntry(table))
    try {
      await migrate(
        db,
        'postgres',
        migrations.filter(({ name }) => applied.has(name)),
      )
      requireSameRows(manifest.tables, await loadTables(pool, Object.keys(manifest.tables), fileOf))
    } catch (error) {
      // The first error says more.
      await dropTables(pool).catch(() => undefined)
      if (error instanceof SettingsError || isAppError(error)) throw error
      throw new SettingsError(`The database in this backup is damaged: ${(error as Error).message}`)
    }
  } finally {
    claimed?.release(true)
    await database.close()
  }
}

/** Holds the database until the returned client is released. */
async function claim(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toPostgresError(error)
  })
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    ADVISORY_LOCK,
  ])
  const reason = rows[0]?.isFree
    ? (await hasTables(client)) && 'This database is not empty. Restore to a new one.'
    : 'Another restore is using this database.'
  if (!reason) return client
  client.release(true)
  throw new SettingsError(reason)
}
