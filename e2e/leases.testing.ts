import type { Db } from '../server/src/platform/db/db.ts'
import { openDatabase } from '../server/src/platform/db/open-database.ts'

export type LeasedTable = 'graded_works' | 'knowledge_files' | 'test_schedules'

/** Changes the database of a server that was killed. */
export async function changeDatabase(
  settings: Record<string, string>,
  dataDir: string,
  change: (db: Db) => Promise<unknown>,
): Promise<void> {
  const { db, close } = await openDatabase({ url: settings['DATABASE_URL'], dataDir })
  await change(db)
  await close()
}

/**
 * Ends the leases of a server that was killed, as their time would. On PostgreSQL the next server would otherwise wait for it,
 * because another instance could hold them; on SQLite it takes over immediately.
 */
export async function expireLeases(
  table: LeasedTable,
  settings: Record<string, string>,
  dataDir: string,
): Promise<void> {
  if (settings['DATABASE_URL'] === undefined) return
  await changeDatabase(settings, dataDir, (db) =>
    db.updateTable(table).set({ leased_until: 1 }).where('leased_by', 'is not', null).execute(),
  )
}
