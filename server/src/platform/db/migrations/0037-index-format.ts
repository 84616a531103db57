import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Documents indexed in an earlier format are indexed again from their passages (docs/decisions/0026). */
export const indexFormat: Migration = {
  name: '0037-index-format',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    await db.schema.alterTable('knowledge_segments').addColumn('format', 'integer', withDefault(1)).execute()
    await addIndex(db, 'knowledge_segments_by_format', 'knowledge_segments', ['format', 'id'])
    if (kind !== 'postgres') return
    // The parts of large knowledge bases are built again after that.
    await sql`update knowledge_segments set part_id = null where part_id is not null`.execute(db)
    await sql`update knowledge_bases set is_large = 0, indexed_version = -1`.execute(db)
    await sql`update knowledge_parts set delete_after = 0`.execute(db)
  },
}
