import type { Db } from '../../../platform/db/db.ts'

export const presenceRepository = {
  /** The names of accounts that still exist. */
  async namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map()
    const rows = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, name, email }) => [id, name || email]))
  },

  /** Who replaced this version. */
  async replacedBy(db: Db, assistantId: number, version: number): Promise<number | null> {
    const row = await db
      .selectFrom('assistant_versions')
      .select('saved_by')
      .where('assistant_id', '=', assistantId)
      .where('version', '=', version)
      .executeTakeFirst()
    return row?.saved_by ?? null
  },
}
