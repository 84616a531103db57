import type { Kysely } from 'kysely'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

/** A person's own report must not read all answers of the organization. */
export const usageIndexes: Migration = {
  name: '0021-usage-indexes',
  async up(db: Kysely<unknown>) {
    const columns = (subject: string) => ['organization_id', subject, 'created_at']
    await addIndex(db, 'usage_records_by_person', 'usage_records', columns('user_id'))
    await addIndex(db, 'usage_records_by_organization_owner', 'usage_records', columns('owner_id'))
  },
}
