import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type FailureRow = Row<'sign_in_failures'>

export const failureRepository = {
  /** One row for each reason, so that many failures take no space. */
  async save(db: Db, row: NewRow<'sign_in_failures'>): Promise<void> {
    const { seconds, reference, failed_at } = row
    await db
      .insertInto('sign_in_failures')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['provider_id', 'during', 'reason']).doUpdateSet({ seconds, reference, failed_at }),
      )
      .execute()
  },

  listOf: (db: Db, organizationId: number, since: number): Promise<FailureRow[]> =>
    db
      .selectFrom('sign_in_failures')
      .innerJoin('sign_in_providers', 'sign_in_providers.id', 'sign_in_failures.provider_id')
      .selectAll('sign_in_failures')
      .where('sign_in_providers.organization_id', '=', organizationId)
      .where('failed_at', '>', since)
      .orderBy('failed_at', 'desc')
      .execute(),
}
