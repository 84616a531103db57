import { TAG_LIMITS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { fileRepository, type KnowledgeFileRow } from '../records/file.repository.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { tagRepository } from '../records/tag.repository.ts'

/** Older files of the same name, which a newer one replaces once it is processed. */
export const namesakeRepository = {
  /** The version that a newer file of the same name replaces. */
  findOlder: (
    db: Db,
    file: Pick<KnowledgeFileRow, 'id' | 'knowledge_base_id' | 'name'>,
  ): Promise<Pick<KnowledgeFileRow, 'id' | 'chunk_count'> | undefined> =>
    db
      .selectFrom('knowledge_files')
      .select(['id', 'chunk_count'])
      .where('knowledge_base_id', '=', file.knowledge_base_id)
      .where('name', '=', file.name)
      .where('id', '<', file.id)
      .where('chunk_count', '>', 0)
      .orderBy('id', 'desc')
      .executeTakeFirst(),

  /** The oldest file of each of these names. */
  async oldest(db: Db, base: number, names: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select((select) => ['name', select.fn.min('id').as('id')])
      .where('knowledge_base_id', '=', base)
      .where('name', 'in', names)
      .groupBy('name')
      .execute()
    return new Map(rows.map(({ name, id }) => [name, Number(id)]))
  },

  /**
   * Deletes the files that a newer one of the same name replaces; it gets their tags. Returns the paths of their
   * originals.
   */
  async deleteOlder(
    tx: Db,
    file: Pick<KnowledgeFileRow, 'id' | 'knowledge_base_id' | 'name'>,
  ): Promise<string[]> {
    const older = await tx
      .selectFrom('knowledge_files')
      .select(['id', 'stored_path'])
      .where('knowledge_base_id', '=', file.knowledge_base_id)
      .where('name', '=', file.name)
      .where('id', '<', file.id)
      .execute()
    if (older.length === 0) return []
    const ids = older.map(({ id }) => id)
    const replacedPaths = await replacementRepository.pathsOf(tx, ids)
    await tagRepository.takeOver(tx, file, ids, TAG_LIMITS.tagsPerFile)
    await fileRepository.deleteAll(tx, ids)
    return [...older.flatMap(({ stored_path }) => stored_path ?? []), ...replacedPaths]
  },

  async pathsOfOlder(
    db: Db,
    file: Pick<KnowledgeFileRow, 'id' | 'knowledge_base_id' | 'name'>,
  ): Promise<string[]> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select('stored_path')
      .where('knowledge_base_id', '=', file.knowledge_base_id)
      .where('name', '=', file.name)
      .where('id', '<', file.id)
      .orderBy('id')
      .execute()
    return rows.flatMap(({ stored_path }) => stored_path ?? [])
  },
}
