import { type RawBuilder, sql } from 'kysely'
import { nowSeconds } from '../clock.ts'
import type { DatabaseKind, Db } from './db.ts'

/** Unix seconds by the database's clock, which all instances share. */
export const databaseSeconds = (kind: DatabaseKind): RawBuilder<number> =>
  kind === 'postgres'
    ? sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`
    : sql<number>`unixepoch()`

/** Milliseconds by PostgreSQL’s clock. Moves within a transaction. */
export const databaseMilliseconds: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Unix seconds as a number. Leases that other instances check must not depend on the clock of one machine. */
export async function readDatabaseClock(db: Db, isPostgres: boolean): Promise<number> {
  if (!isPostgres) return nowSeconds()
  const { rows } = await sql<{ now: number }>`select ${databaseSeconds('postgres')} as now`.execute(db)
  return rows[0]?.now ?? nowSeconds()
}
