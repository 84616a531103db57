import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

export interface Migration {
  /** The file's name. It is recorded in every database, so it never changes. */
  name: string
  /**
   * Runs inside a transaction. `unknown` on purpose: schema.ts shows today's tables, a migration meets those of
   * its own time, so it names the tables that it reads with `withTables`.
   */
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>
}
