import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type LtiCreatorKeyRow = Row<'lti_creator_keys'>
export type LtiGlobalConfigRow = Row<'lti_global_config'>

export const ltiKeyRepository = {
  findGlobal: (db: Db): Promise<LtiGlobalConfigRow | undefined> =>
    db.selectFrom('lti_global_config').selectAll().where('id', '=', 1).executeTakeFirst(),

  async saveGlobal(db: Db, { id: _, ...row }: NewRow<'lti_global_config'>): Promise<void> {
    await db
      .insertInto('lti_global_config')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  },

  findCreatorKey: (db: Db, organizationId: number): Promise<LtiCreatorKeyRow | undefined> =>
    db
      .selectFrom('lti_creator_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  findByConsumerKey: (db: Db, consumerKey: string): Promise<LtiCreatorKeyRow | undefined> =>
    db.selectFrom('lti_creator_keys').selectAll().where('consumer_key', '=', consumerKey).executeTakeFirst(),

  /** Fails with a unique violation if another organization has this key. */
  async saveCreatorKey(db: Db, row: NewRow<'lti_creator_keys'>): Promise<void> {
    const { organization_id: _, created_at: __, ...changed } = row
    await db
      .insertInto('lti_creator_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changed))
      .execute()
  },

  async deleteCreatorKey(db: Db, organizationId: number): Promise<void> {
    await db.deleteFrom('lti_creator_keys').where('organization_id', '=', organizationId).execute()
  },
}
