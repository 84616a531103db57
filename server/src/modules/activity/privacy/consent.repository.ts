import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const consentRepository = {
  async find(db: Db, userId: number): Promise<boolean | null> {
    const row = await db
      .selectFrom('activity_consents')
      .select('named')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ? row.named === 1 : null
  },

  async save(db: Db, row: NewRow<'activity_consents'>): Promise<void> {
    const { organization_id, named, decided_at } = row
    await db
      .insertInto('activity_consents')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ organization_id, named, decided_at }),
      )
      .execute()
  },
}
