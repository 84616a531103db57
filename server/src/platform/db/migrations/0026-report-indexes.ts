import type { Kysely } from 'kysely'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

/** What an organization used of one tool or one kind is found without reading all of its answers. */
export const reportIndexes: Migration = {
  name: '0026-report-indexes',
  async up(db: Kysely<unknown>) {
    await addIndex(db, 'usage_records_by_tool', 'usage_records', ['organization_id', 'tool', 'created_at'])
  },
}
