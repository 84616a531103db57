import type { Db } from '../../../platform/db/db.ts'
import type { ChunkRow } from './passage.repository.ts'

export const documentTextRepository = {
  /** The passages that overlap this range of a document, in order. */
  between: (db: Db, file: number, { start, end }: { start: number; end: number }): Promise<ChunkRow[]> =>
    db
      .selectFrom('knowledge_chunks')
      .selectAll()
      .where('file_id', '=', file)
      .where('end_at', '>', start)
      .where('start_at', '<', end)
      .orderBy('ordinal')
      .execute(),
}
