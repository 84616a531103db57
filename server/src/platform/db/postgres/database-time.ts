import { type RawBuilder, sql } from 'kysely'

/** Milliseconds of PostgreSQL’s clock, which is the same for all instances. Moves within a transaction. */
export const databaseNow: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
