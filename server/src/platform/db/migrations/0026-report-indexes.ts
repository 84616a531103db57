import type { Kysely } from 'kysely'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

/** Indexes for usage by tool or kind, without reading all answers of an organization. */
export const reportIndexes: Migration = {
  name: '0026-report-indexes',
  async up(db: Kysely<unknown>) {
    await addIndex(db, 'usage_records_by_tool', 'usage_records', ['organization_id', 'tool', 'created_at'])
  },
}
