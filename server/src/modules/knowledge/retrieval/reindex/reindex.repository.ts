import type { Db } from '../../../../platform/db/db.ts'
import { SEGMENT_FORMAT } from '../../../../search/postings/segment.ts'
import { baseRepository, lockBase } from '../../records/base.repository.ts'

/** A document whose index is in an earlier format. */
export interface OutdatedDocument {
  segment: number
  file: number
  base: number
  name: string
  title: string
  passages: number
}

export interface ReindexedDocument {
  document: OutdatedDocument
  language: string
  bytes: Uint8Array
}

export const reindexRepository = {
  /** Some of them, oldest first; of one knowledge base if given. */
  outdated(db: Db, limit: number, base?: number): Promise<OutdatedDocument[]> {
    let query = db
      .selectFrom('knowledge_segments as s')
      .innerJoin('knowledge_files as f', 'f.id', 's.file_id')
      .select([
        's.id as segment',
        'f.id as file',
        'f.knowledge_base_id as base',
        'f.name',
        'f.title',
        'f.chunk_count as passages',
      ])
      .where('s.format', '<', SEGMENT_FORMAT)
    if (base !== undefined) query = query.where('f.knowledge_base_id', '=', base)
    return query.orderBy('s.id').limit(limit).execute()
  },

  passagesOf: (db: Db, file: number, page: { limit: number; offset: number }) =>
    db
      .selectFrom('knowledge_chunks')
      .select(['heading', 'text'])
      .where('file_id', '=', file)
      .orderBy('ordinal')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  /** False if the document was deleted, processed or reindexed in the meantime. */
  replace: (db: Db, { document, language, bytes }: ReindexedDocument): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      await lockBase(tx, document.base)
      const old = await tx
        .deleteFrom('knowledge_segments')
        .where('id', '=', document.segment)
        .returning('id')
        .executeTakeFirst()
      if (!old) return false
      await tx
        .insertInto('knowledge_segments')
        .values({ file_id: document.file, bytes, format: SEGMENT_FORMAT })
        .execute()
      await tx.updateTable('knowledge_files').set({ language }).where('id', '=', document.file).execute()
      await baseRepository.markChanged(tx, document.base)
      return true
    }),

  /** The language of most of the text in a base; undefined if it is not known. */
  async languageOf(db: Db, base: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('knowledge_files')
      .select('language')
      .where('knowledge_base_id', '=', base)
      .where('language', 'not in', ['', 'other'])
      .groupBy('language')
      .orderBy((order) => order.fn.sum('character_count'), 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.language
  },
}
