import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { type PreparedQuery, preparedQuery } from '../../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import type { StoredSegment } from '../../../search/postings/parts.ts'
import { SEGMENT_FORMAT } from '../../../search/postings/segment.ts'

export type ChunkRow = Row<'knowledge_chunks'>

/** A passage with the title of its document. */
export interface PassageRow extends ChunkRow {
  file_name: string
  file_title: string
  source_url: string | null
  language: string
  knowledge_base_id: number
}

const ROWS_AT_ONCE = 200

const selectPassages = (db: Db) =>
  db
    .selectFrom('knowledge_chunks')
    .innerJoin('knowledge_files', 'knowledge_files.id', 'knowledge_chunks.file_id')
    .selectAll('knowledge_chunks')
    .select([
      'knowledge_files.name as file_name',
      'knowledge_files.title as file_title',
      'knowledge_files.source_url',
      'knowledge_files.language',
      'knowledge_files.knowledge_base_id',
    ])

type Places = Record<string, number>

/** One prepared query per number of parameters: building it each time would take longer than running it. */
const byPlaces = new Map<number, PreparedQuery<Places, PassageRow>>()

function findByPlaces(count: number): PreparedQuery<Places, PassageRow> {
  let query = byPlaces.get(count)
  if (!query) {
    query = preparedQuery((db, p: Places) =>
      selectPassages(db).where((where) =>
        where.or(
          Array.from({ length: count }, (_one, at) =>
            where.and([
              where('knowledge_chunks.file_id', '=', p[`file${at}`] as number),
              where('knowledge_chunks.ordinal', '=', p[`ordinal${at}`] as number),
            ]),
          ),
        ),
      ),
    )
    byPlaces.set(count, query)
  }
  return query
}

/** One statement, so that a part and the segments it was built from are never both found, or neither. */
async function idsOf(
  db: Db,
  base: number,
  isLarge: boolean,
): Promise<{ segments: number[]; parts: number[] }> {
  const ofBase = db
    .selectFrom('knowledge_segments as s')
    .innerJoin('knowledge_files as f', 'f.id', 's.file_id')
    .select(['s.id', sql<number>`0`.as('is_part')])
    .where('f.knowledge_base_id', '=', base)
    .where('s.format', '=', SEGMENT_FORMAT)
  if (!isLarge) return { segments: toIds(await ofBase.orderBy('s.id').execute()), parts: [] }
  const rows = await ofBase
    .where('s.part_id', 'is', null)
    .unionAll(
      db
        .selectFrom('knowledge_parts')
        .select(['id', sql<number>`1`.as('is_part')])
        .where('knowledge_base_id', '=', base)
        .where('delete_after', 'is', null),
    )
    .orderBy('id')
    .execute()
  return {
    segments: toIds(rows.filter(({ is_part }) => is_part === 0)),
    parts: toIds(rows.filter(({ is_part }) => is_part === 1)),
  }
}

const toIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

export const passageRepository = {
  /** The searchable parts of a base, and their version. */
  async segmentIdsOf(
    db: Db,
    base: number,
  ): Promise<{ version: number; organizationId: number; segments: number[]; parts: number[] }> {
    // Reads the version first: if a file is added in between, the version is outdated and the next search reloads.
    const row = await db
      .selectFrom('knowledge_bases')
      .select(['index_version', 'organization_id', 'is_large'])
      .where('id', '=', base)
      .executeTakeFirst()
    const { segments, parts } = await idsOf(db, base, row?.is_large === 1)
    return { version: row?.index_version ?? 0, organizationId: row?.organization_id ?? 0, segments, parts }
  },

  async segments(db: Db, ids: readonly number[]): Promise<StoredSegment[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('knowledge_segments')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map(({ id, file_id, bytes }) => ({ id, file: file_id, bytes }))
  },

  /** In no particular order. */
  find(db: Db, places: readonly { file: number; ordinal: number }[]): Promise<PassageRow[]> {
    const params: Places = {}
    for (const [at, { file, ordinal }] of places.entries()) {
      params[`file${at}`] = file
      params[`ordinal${at}`] = ordinal
    }
    return findByPlaces(places.length).all(db, params)
  },

  /** The total length of the documents as last processed: a document that is being processed again counts as before. */
  async charactersOf(db: Db, bases: readonly number[]): Promise<number> {
    const row = await db
      .selectFrom('knowledge_files')
      .where('knowledge_base_id', 'in', bases)
      .select((select) => select.fn.sum<number | null>('character_count').as('characters'))
      .executeTakeFirst()
    return Number(row?.characters ?? 0)
  },

  /** All passages, document by document. */
  allOf: (db: Db, bases: readonly number[]): Promise<PassageRow[]> =>
    selectPassages(db)
      .where('knowledge_files.knowledge_base_id', 'in', bases)
      .orderBy('knowledge_files.knowledge_base_id')
      .orderBy('knowledge_files.id')
      .orderBy('knowledge_chunks.ordinal')
      .execute(),

  /** The first passage of each document. */
  openingsOf: (db: Db, bases: readonly number[], limit: number): Promise<PassageRow[]> =>
    selectPassages(db)
      .where('knowledge_files.knowledge_base_id', 'in', bases)
      .where('knowledge_chunks.ordinal', '=', 0)
      .orderBy('knowledge_files.knowledge_base_id')
      .orderBy('knowledge_files.id')
      .limit(limit)
      .execute(),

  /** The sections that overlap this range of a document, in order. */
  async around(
    db: Db,
    { file, start, end }: { file: number; start: number; end: number },
  ): Promise<PassageRow[]> {
    const touched = await db
      .selectFrom('knowledge_chunks')
      .select((select) => [select.fn.min('parent').as('first'), select.fn.max('parent').as('last')])
      .where('file_id', '=', file)
      .where('end_at', '>', start)
      .where('start_at', '<', end)
      .executeTakeFirst()
    if (!touched || touched.first === null) return []
    // Sections are numbered in order, and a range can use the index, unlike a list.
    return selectPassages(db)
      .where('knowledge_chunks.file_id', '=', file)
      .where('knowledge_chunks.parent', '>=', touched.first)
      .where('knowledge_chunks.parent', '<=', touched.last)
      .orderBy('knowledge_chunks.ordinal')
      .execute()
  },

  /** All passages of the same sections, in order. */
  findParents(db: Db, parents: readonly { file: number; parent: number }[]): Promise<ChunkRow[]> {
    return db
      .selectFrom('knowledge_chunks')
      .selectAll()
      .where((where) =>
        where.or(
          parents.map(({ file, parent }) =>
            where.and([where('file_id', '=', file), where('parent', '=', parent)]),
          ),
        ),
      )
      .orderBy('file_id')
      .orderBy('ordinal')
      .execute()
  },

  listOf: (db: Db, file: number, page: { limit: number; offset: number }): Promise<ChunkRow[]> =>
    db
      .selectFrom('knowledge_chunks')
      .selectAll()
      .where('file_id', '=', file)
      .orderBy('ordinal')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  /** Replaces the previous passages of the file. */
  async replace(
    tx: Db,
    file: number,
    chunks: Iterable<NewRow<'knowledge_chunks'>>,
    bytes: Uint8Array,
  ): Promise<void> {
    await tx.deleteFrom('knowledge_chunks').where('file_id', '=', file).execute()
    await tx.deleteFrom('knowledge_segments').where('file_id', '=', file).execute()
    await tx.deleteFrom('knowledge_vectors').where('file_id', '=', file).execute()
    await passageRepository.insertAll(tx, [{ file, rows: chunks, bytes }])
  },

  /** For files without passages. */
  async insertAll(
    tx: Db,
    files: readonly { file: number; rows: Iterable<NewRow<'knowledge_chunks'>>; bytes: Uint8Array }[],
  ): Promise<void> {
    for (const rows of inGroups(allRows(files), ROWS_AT_ONCE))
      await tx.insertInto('knowledge_chunks').values(rows).execute()
    await tx
      .insertInto('knowledge_segments')
      .values(files.map(({ file, bytes }) => ({ file_id: file, bytes, format: SEGMENT_FORMAT })))
      .execute()
  },
}

function* allRows<T>(files: readonly { rows: Iterable<T> }[]): Generator<T> {
  for (const { rows } of files) yield* rows
}

function* inGroups<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = []
  for (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
