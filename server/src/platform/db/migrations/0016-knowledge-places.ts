import type { Kysely } from 'kysely'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

/** An index for reading a section of a long document without reading all of its passages. */
export const knowledgePlaces: Migration = {
  name: '0016-knowledge-places',
  async up(db: Kysely<unknown>) {
    await addIndex(db, 'knowledge_chunks_by_place', 'knowledge_chunks', ['file_id', 'start_at', 'end_at'])
  },
}
