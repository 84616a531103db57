import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** The index of large knowledge bases, in which a question reads only the lists of its own terms (docs/decisions/0023). */
export const largeSearch: Migration = {
  name: '0032-large-search',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, table, long } = createTableMaker(db, kind)
    const bytes = kind === 'postgres' ? 'bytea' : 'blob'
    await db.schema
      .alterTable('knowledge_bases')
      .addColumn('is_large', 'integer', (column) => withDefault(0)(column).check(isFlag('is_large')))
      .execute()
    for (const [column, fallback] of [
      ['indexed_version', -1],
      ['index_leased_until', 0],
    ] as const)
      await db.schema.alterTable('knowledge_bases').addColumn(column, long, withDefault(fallback)).execute()
    await db.schema.alterTable('knowledge_bases').addColumn('index_leased_by', 'text').execute()

    await withId('knowledge_parts')
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('passages', 'integer', required)
      .addColumn('delete_after', long)
      .addColumn('header', bytes, required)
      .execute()
    await addIndex(db, 'knowledge_parts_by_base', 'knowledge_parts', ['knowledge_base_id', 'id'])

    await table('knowledge_term_blocks')
      .addColumn('part_id', long, belongsTo('knowledge_parts.id'))
      .addColumn('kind', 'integer', required)
      .addColumn('first_term', long, required)
      .addColumn('last_term', long, required)
      .addColumn('passages', 'integer', required)
      .addColumn('bytes', bytes, required)
      .addPrimaryKeyConstraint('knowledge_term_blocks_key', ['part_id', 'kind', 'first_term'])
      .execute()
    // Already compressed: PostgreSQL would spend most of the time of indexing on trying again.
    if (kind === 'postgres')
      await sql`alter table knowledge_term_blocks alter column bytes set storage external`.execute(db)

    // No foreign key: a part is deleted in the background, after its segments have moved to another one.
    await db.schema.alterTable('knowledge_segments').addColumn('part_id', long).execute()
    await addIndex(db, 'knowledge_segments_by_part', 'knowledge_segments', ['part_id'])
  },
}
