import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/db.ts'
import type { PartHeader } from '../../../../../search/knowledge-index.ts'
import type { CandidatePlace, CandidateText, NeededLists, ReadBlock } from './open-parts.ts'
import { GRAMS, type TermBlock, type TermKind, WORDS } from './term-blocks.ts'

/** The block of a term in a part. The bytes of a block of its own are read in a second step, if at all. */
export interface FoundBlock extends ReadBlock {
  /** Whether there is anything to read. */
  hasBytes: boolean
}

/** Of one passage; null when it has none. */
interface StoredVector {
  dimension: number | null
  scale: Uint8Array | null
  codes: Uint8Array | null
}

const ROWS_AT_ONCE = 400

/** What large knowledge bases are searched by. Needs PostgreSQL. */
export const largeRepository = {
  headers: (db: Db, ids: readonly number[]): Promise<PartHeader[]> =>
    db
      .selectFrom('knowledge_parts')
      .select(['id', 'header as bytes'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),

  /** Where the terms are; with the bytes of shared blocks. */
  async findBlocks(db: Db, { parts, words, grams }: NeededLists): Promise<FoundBlock[]> {
    const kinds = [...words.map(() => WORDS), ...grams.map(() => GRAMS)]
    const { rows } = await sql<FoundBlock>`
      select p.id as part, a.kind, a.term, b.first_term as first, b.passages,
             case when b.passages = 0 then b.bytes end as bytes,
             octet_length(b.bytes) > 0 as "hasBytes"
        from unnest(${[...parts]}::bigint[]) as p (id)
       cross join unnest(${kinds}::int[], ${[...words, ...grams]}::bigint[]) as a (kind, term)
       cross join lateral (
         select first_term, last_term, passages, bytes
           from knowledge_term_blocks
          where part_id = p.id and kind = a.kind and first_term <= a.term
          order by first_term desc
          limit 1) as b
       where b.last_term >= a.term`.execute(db)
    return rows
  },

  async readBlocks(
    db: Db,
    blocks: readonly Pick<ReadBlock, 'part' | 'kind' | 'first'>[],
  ): Promise<{ part: number; kind: TermKind; first: number; bytes: Uint8Array }[]> {
    if (blocks.length === 0) return []
    const { rows } = await sql<{ part: number; kind: TermKind; first: number; bytes: Uint8Array }>`
      select b.part_id as part, b.kind, b.first_term as first, b.bytes
        from unnest(${blocks.map(({ part }) => part)}::bigint[],
                    ${blocks.map(({ kind }) => kind)}::int[],
                    ${blocks.map(({ first }) => first)}::bigint[]) as a (part, kind, term)
        join knowledge_term_blocks as b
          on b.part_id = a.part and b.kind = a.kind and b.first_term = a.term`.execute(db)
    return rows
  },

  /** As they were indexed: with the title and headings. Those that are gone are left out. */
  async texts(db: Db, places: readonly CandidatePlace[]): Promise<CandidateText[]> {
    if (places.length === 0) return []
    const { rows } = await sql<Omit<CandidateText, 'vector'> & StoredVector>`
      select c.file_id as file, c.ordinal, s.id as segment,
             coalesce(nullif(f.title, ''), f.name) || chr(10) || c.heading || chr(10) || c.text as text,
             v.dimension,
             substring(v.bytes from a.ordinal * 4 + 1 for 4) as scale,
             substring(v.bytes from f.chunk_count * 4 + a.ordinal * v.width + 1 for v.width) as codes
        from unnest(${places.map(({ file }) => file)}::bigint[],
                    ${places.map(({ ordinal }) => ordinal)}::int[],
                    ${places.map(({ model }) => model)}::text[]) as a (file, ordinal, model)
        join knowledge_chunks as c on c.file_id = a.file and c.ordinal = a.ordinal
        join knowledge_files as f on f.id = a.file
        join knowledge_segments as s on s.file_id = a.file
        left join lateral (
          select dimension, bytes, (dimension + 15) / 16 * 16 as width
            from knowledge_vectors
           where file_id = a.file and model = a.model and status = 'ready') as v
          on octet_length(v.bytes) = f.chunk_count * (v.width + 4)`.execute(db)
    return rows.map(({ dimension, scale, codes, ...row }) => ({
      ...row,
      vector: dimension && scale && codes ? { dimension, bytes: Buffer.concat([scale, codes]) } : undefined,
    }))
  },

  /**
   * Vectors of a large base to compare with every question: of new documents, which nothing else finds, and then of random ones. `nearest`: the copy
   * that pgvector searches, if there is one.
   */
  async vectorsInMemory(
    db: Db,
    { base, model, nearest }: { base: number; model: string; nearest: number | undefined },
    limits: { vectorBytes: number; sampleBytes: number },
  ): Promise<number[]> {
    const others = nearest === undefined ? limits.vectorBytes : limits.sampleBytes
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, is_new, sum(bytes) over (order by is_new desc, hashint8(id), id) as bytes
          from (
            select v.id, octet_length(v.bytes) as bytes,
                   s.part_id is null or (${nearest ?? null}::bigint is not null and n.vectors_id is null) as is_new
              from knowledge_vectors as v
              join knowledge_files as f on f.id = v.file_id
              left join knowledge_segments as s on s.file_id = v.file_id
              left join knowledge_nearest_files as n on n.nearest_id = ${nearest ?? null} and n.vectors_id = v.id
             where f.knowledge_base_id = ${base} and v.model = ${model} and v.status = 'ready') as vectors) as sums
       where bytes <= case when is_new then ${limits.vectorBytes}::bigint else ${others}::bigint end
       order by id`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** In the order of the table's key, after this one. */
  async blocksAfter(db: Db, part: number, after: TermBlock | undefined): Promise<TermBlock[]> {
    const { rows } = await sql<TermBlock>`
      select kind, first_term as first, last_term as last, passages, bytes
        from knowledge_term_blocks
       where part_id = ${part} and (kind, first_term) > (${after?.kind ?? -1}, ${after?.first ?? -1})
       order by kind, first_term
       limit ${ROWS_AT_ONCE}`.execute(db)
    return rows
  },

  /** It is not searched before `publish`. */
  async beginPart(
    db: Db,
    base: number,
    header: Uint8Array,
    passages: number,
    deleteAfter: number,
  ): Promise<number> {
    const row = await db
      .insertInto('knowledge_parts')
      .values({ knowledge_base_id: base, header, passages, delete_after: deleteAfter })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  async insertBlocks(db: Db, part: number, blocks: readonly TermBlock[]): Promise<void> {
    for (let at = 0; at < blocks.length; at += ROWS_AT_ONCE)
      await db
        .insertInto('knowledge_term_blocks')
        .values(
          blocks.slice(at, at + ROWS_AT_ONCE).map(({ kind, first, last, passages, bytes }) => ({
            part_id: part,
            kind,
            first_term: first,
            last_term: last,
            passages,
            bytes,
          })),
        )
        .execute()
  },
}
