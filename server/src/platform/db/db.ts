import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** A transaction is a Db too: repositories take either as their first argument. */
export type Db = Kysely<Database>
export type DatabaseKind = 'sqlite' | 'postgres'
