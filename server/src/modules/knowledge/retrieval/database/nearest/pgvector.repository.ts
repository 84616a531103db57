import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/db.ts'

/** The extension itself. Needs PostgreSQL. */
export const pgvectorRepository = {
  async installed(db: Db): Promise<{ version: string; schema: string } | undefined> {
    const { rows } = await sql<{ version: string; schema: string }>`
      select e.extversion as version, n.nspname as schema
        from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace
       where e.extname = 'vector'`.execute(db)
    return rows[0]
  },

  /** Whether it can be created: it is on the server, but not in this database. */
  async isAvailable(db: Db): Promise<boolean> {
    const { rows } = await sql`
      select from pg_available_extensions where name = 'vector' and installed_version is null`.execute(db)
    return rows.length > 0
  },

  /** Undefined when it is there now; otherwise why it could not be created. */
  async create(db: Db): Promise<string | undefined> {
    try {
      await sql`create extension if not exists vector`.execute(db)
      return undefined
    } catch (error) {
      // Another instance may have created it at the same moment.
      if (await pgvectorRepository.installed(db)) return undefined
      return error instanceof Error ? error.message : String(error)
    }
  },
}
