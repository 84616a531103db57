import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type ImportRow = Row<'lamb_imports'>

export const importRepository = {
  find: (db: Db, id: string): Promise<ImportRow | undefined> =>
    db.selectFrom('lamb_imports').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Newest first. */
  list: (db: Db, limit: number): Promise<ImportRow[]> =>
    db.selectFrom('lamb_imports').selectAll().orderBy('created_at', 'desc').limit(limit).execute(),

  async isRunning(db: Db, since: number): Promise<boolean> {
    const row = await db
      .selectFrom('lamb_imports')
      .select('id')
      .where('state', '=', 'running')
      .where('updated_at', '>=', since)
      .executeTakeFirst()
    return row !== undefined
  },

  async insert(db: Db, row: NewRow<'lamb_imports'>): Promise<void> {
    await db.insertInto('lamb_imports').values(row).execute()
  },

  async update(db: Db, id: string, change: Partial<NewRow<'lamb_imports'>>): Promise<void> {
    await db.updateTable('lamb_imports').set(change).where('id', '=', id).execute()
  },
}
