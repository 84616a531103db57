import type { Db } from '../../../platform/db/db.ts'
import { containsText } from '../../../platform/db/like.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import { replacementRepository } from './replacement.repository.ts'
import { toTagKey } from './tag.repository.ts'

export type KnowledgeFileRow = Row<'knowledge_files'>
export type FileStatus = KnowledgeFileRow['status']

/** Selects files of a base. */
export interface FileCondition {
  status?: FileStatus | undefined
  /** Part of the name, title or URL. */
  search?: string | undefined
  tag?: string | undefined
}

export interface FileFilter extends FileCondition {
  limit: number
  offset: number
  sortBy: 'created_at' | 'updated_at' | 'name' | 'status' | 'size'
  descending: boolean
}

function matching(db: Db, base: number, { status, search = '', tag }: FileCondition) {
  let query = db.selectFrom('knowledge_files').where('knowledge_base_id', '=', base)
  if (status) query = query.where('status', '=', status)
  const searchText = search.trim()
  if (searchText !== '')
    query = query.where((where) =>
      where.or(['name', 'title', 'source_url'].map((column) => containsText(column, searchText))),
    )
  if (tag !== undefined)
    query = query.where('id', 'in', (select) =>
      select
        .selectFrom('knowledge_file_tags')
        .select('file_id')
        .where('knowledge_file_tags.knowledge_base_id', '=', base)
        .where('tag_key', '=', toTagKey(tag)),
    )
  return query
}

export const fileRepository = {
  find: (db: Db, base: number, id: number): Promise<KnowledgeFileRow | undefined> =>
    db
      .selectFrom('knowledge_files')
      .selectAll()
      .where('id', '=', id)
      .where('knowledge_base_id', '=', base)
      .executeTakeFirst(),

  /** The ids that are in the base. */
  findAll: (db: Db, base: number, ids: readonly number[]): Promise<KnowledgeFileRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('knowledge_files')
          .selectAll()
          .where('knowledge_base_id', '=', base)
          .where('id', 'in', ids)
          .execute(),

  list(db: Db, base: number, { limit, offset, sortBy, descending, ...condition }: FileFilter) {
    const order = descending ? 'desc' : 'asc'
    return matching(db, base, condition)
      .selectAll()
      .orderBy(sortBy, order)
      .orderBy('id', order)
      .limit(limit)
      .offset(offset)
      .execute()
  },

  /** Newest first. */
  async idsOf(db: Db, base: number, condition: FileCondition, limit: number): Promise<number[]> {
    const rows = await matching(db, base, condition)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  async count(db: Db, base: number, condition: FileCondition): Promise<number> {
    const row = await matching(db, base, condition)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async countByStatus(db: Db, base: number): Promise<Map<FileStatus, number>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .where('knowledge_base_id', '=', base)
      .groupBy('status')
      .select((select) => ['status', select.fn.countAll<number>().as('count')])
      .execute()
    return new Map(rows.map(({ status, count }) => [status, Number(count)]))
  },

  /** Over all bases that this person owns. */
  async sizeOwnedBy(db: Db, userId: number): Promise<{ files: number; bytes: number }> {
    const row = await db
      .selectFrom('knowledge_files')
      .innerJoin('knowledge_bases', 'knowledge_bases.id', 'knowledge_files.knowledge_base_id')
      .where('knowledge_bases.owner_id', '=', userId)
      .select((select) => [
        select.fn.countAll<number>().as('files'),
        select.fn.sum<number | null>('knowledge_files.size').as('bytes'),
      ])
      .executeTakeFirstOrThrow()
    return { files: Number(row.files), bytes: Number(row.bytes ?? 0) }
  },

  /** The base of a file. Does not check access. */
  async findBase(db: Db, id: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('knowledge_files')
      .select('knowledge_base_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.knowledge_base_id
  },

  /** The newest files with these names that can be searched or will be: the last upload counts. */
  async findNewest(db: Db, base: number, names: readonly string[]): Promise<Map<string, KnowledgeFileRow>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .selectAll()
      .where('knowledge_base_id', '=', base)
      .where('name', 'in', names)
      .where('status', 'in', ['completed', 'pending', 'processing'])
      .orderBy('id')
      .execute()
    return new Map(rows.map((row) => [row.name, row]))
  },

  /** The bases among these with a document that can be searched or is being read. */
  async listFilled(db: Db, bases: readonly number[]): Promise<number[]> {
    if (bases.length === 0) return []
    const rows = await db
      .selectFrom('knowledge_files')
      .select('knowledge_base_id')
      .distinct()
      .where('knowledge_base_id', 'in', bases)
      .where('status', 'in', ['completed', 'pending', 'processing'])
      .execute()
    return rows.map((row) => row.knowledge_base_id)
  },

  /** All uploaded files, without web documents. */
  listUploaded: (db: Db, base: number): Promise<Pick<KnowledgeFileRow, 'id' | 'name'>[]> =>
    db
      .selectFrom('knowledge_files')
      .select(['id', 'name'])
      .where('knowledge_base_id', '=', base)
      .where('source_url', 'is', null)
      .orderBy('id')
      .execute(),

  /** In the given order. */
  async insertAll(db: Db, files: readonly NewRow<'knowledge_files'>[]): Promise<KnowledgeFileRow[]> {
    const rows = await db.insertInto('knowledge_files').values(files).returningAll().execute()
    return rows.sort((a, b) => a.id - b.id)
  },

  /** Only from one of these states. Returns whether it was in one. */
  async change(
    db: Db,
    id: number,
    from: readonly FileStatus[],
    change: Partial<NewRow<'knowledge_files'>>,
  ): Promise<boolean> {
    const row = await db
      .updateTable('knowledge_files')
      .set(change)
      .where('id', '=', id)
      .where('status', 'in', from)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Only files in one of these states. Returns their ids. */
  async changeAll(
    db: Db,
    ids: readonly number[],
    from: readonly FileStatus[],
    change: Partial<NewRow<'knowledge_files'>>,
  ): Promise<number[]> {
    const rows = await db
      .updateTable('knowledge_files')
      .set(change)
      .where('id', 'in', ids)
      .where('status', 'in', from)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('knowledge_files').where('id', '=', id).execute()
  },

  async deleteAll(db: Db, ids: readonly number[]): Promise<void> {
    await db.deleteFrom('knowledge_files').where('id', 'in', ids).execute()
  },

  async isNameTaken(db: Db, base: number, name: string, except: number): Promise<boolean> {
    const row = await db
      .selectFrom('knowledge_files')
      .select('id')
      .where('knowledge_base_id', '=', base)
      .where('name', '=', name)
      .where('id', '!=', except)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Where the originals of a base are. */
  async pathsIn(db: Db, base: number): Promise<ReadonlySet<string>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select('stored_path')
      .where('knowledge_base_id', '=', base)
      .execute()
    const replacedPaths = await replacementRepository.pathsIn(db, base)
    return new Set([...rows.flatMap(({ stored_path }) => stored_path ?? []), ...replacedPaths])
  },

  /** The last page of each of these documents that has pages. */
  async pageCounts(db: Db, files: readonly number[]): Promise<Map<number, number>> {
    if (files.length === 0) return new Map()
    const rows = await db
      .selectFrom('knowledge_chunks')
      .where('file_id', 'in', files)
      .where('page', 'is not', null)
      .groupBy('file_id')
      .select((select) => [
        'file_id',
        select.fn.max<number>(select.fn.coalesce('page_end', 'page')).as('pages'),
      ])
      .execute()
    return new Map(rows.map(({ file_id, pages }) => [file_id, Number(pages)]))
  },

  /** How much is in a base. */
  async sumsOf(db: Db, base: number): Promise<{ files: number; passages: number }> {
    const row = await db
      .selectFrom('knowledge_files')
      .where('knowledge_base_id', '=', base)
      .select((select) => [
        select.fn.countAll<number>().as('files'),
        select.fn.sum<number | null>('chunk_count').as('passages'),
      ])
      .executeTakeFirstOrThrow()
    return { files: Number(row.files), passages: Number(row.passages ?? 0) }
  },

  async idsUnderWay(db: Db, base: number): Promise<number[]> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select('id')
      .where('knowledge_base_id', '=', base)
      .where('status', '=', 'processing')
      .execute()
    return rows.map(({ id }) => id)
  },
}
