import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

export interface Migration {
  /** The name of the file. It is stored in every database, so it never changes. */
  name: string
  /**
   * Runs inside a transaction. `unknown` on purpose: schema.ts has today's tables, but a migration runs on those of
   * its time, so it declares the tables it reads with `withTables`.
   */
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>
}
