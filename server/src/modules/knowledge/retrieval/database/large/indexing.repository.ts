import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/db.ts'
import { SEGMENT_FORMAT } from '../../../../../search/postings/segment.ts'
import { baseRepository, lockBase } from '../../../records/base.repository.ts'
import type { IndexState } from './next-step.ts'

export interface IndexJob {
  id: number
  index_version: number
}

/** Seconds. */
export const INDEX_LEASE_SECONDS = 20
/** A search that began before a part was replaced may still read it. */
const KEEP_REPLACED_SECONDS = 60
/** Documents looked at for one part. */
const MAX_TAIL = 20_000

/** Who builds the parts of large knowledge bases, and of what. Needs PostgreSQL. */
export const indexingRepository = {
  /** A base that changed since it was last checked. */
  async claim(db: Db, worker: string, now: number): Promise<IndexJob | undefined> {
    const { rows } = await sql<IndexJob>`
      update knowledge_bases
         set index_leased_by = ${worker}, index_leased_until = ${now + INDEX_LEASE_SECONDS}
       where id = (
         select id from knowledge_bases
          where indexed_version <> index_version and index_leased_until < ${now}
          order by id limit 1 for update skip locked)
      returning id, index_version`.execute(db)
    return rows[0]
  },

  /** False when the base is gone, or another worker has it. */
  renew: (db: Db, base: number, worker: string, until: number): Promise<boolean> =>
    change(db, base, worker, { index_leased_until: until }),

  /** Undefined version: it is to be checked again. */
  async release(db: Db, base: number, worker: string, version: number | undefined): Promise<void> {
    await change(db, base, worker, {
      index_leased_by: null,
      index_leased_until: 0,
      ...(version === undefined ? {} : { indexed_version: version }),
    })
  },

  async stateOf(db: Db, base: number): Promise<IndexState> {
    const row = await db
      .selectFrom('knowledge_bases')
      .select((select) => [
        'is_large',
        select
          .selectFrom('knowledge_files')
          .innerJoin('knowledge_segments', 'knowledge_segments.file_id', 'knowledge_files.id')
          .where('knowledge_base_id', '=', base)
          .where('knowledge_segments.format', '=', SEGMENT_FORMAT)
          .select((sum) => sum.fn.sum<number | null>('chunk_count').as('passages'))
          .as('passages'),
      ])
      .where('id', '=', base)
      .executeTakeFirst()
    const parts = await db
      .selectFrom('knowledge_parts as p')
      .leftJoin('knowledge_segments as s', 's.part_id', 'p.id')
      .leftJoin('knowledge_files as f', 'f.id', 's.file_id')
      .where('p.knowledge_base_id', '=', base)
      .where('p.delete_after', 'is', null)
      .groupBy(['p.id', 'p.passages'])
      .orderBy('p.id')
      .select((select) => ['p.id', 'p.passages', select.fn.sum<number | null>('f.chunk_count').as('live')])
      .execute()
    const live = parts.map((part) => ({ ...part, live: Number(part.live ?? 0) }))
    const passages = Number(row?.passages ?? 0)
    const tail = await tailOf(db, base)
    return {
      isLarge: row?.is_large === 1,
      passages,
      parts: live,
      tail,
      tailPassages: passages - live.reduce((sum, part) => sum + part.live, 0),
    }
  },

  /** Of these parts, as far as they are still there. */
  async segmentsOf(db: Db, parts: readonly number[]): Promise<number[]> {
    if (parts.length === 0) return []
    const rows = await db
      .selectFrom('knowledge_segments')
      .select('id')
      .where('part_id', 'in', parts)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** From now on, the part is searched in place of its segments and of the parts that it replaces. False when the job was lost. */
  publish: (db: Db, base: number, worker: string, change: Publication): Promise<boolean> =>
    asOwner(db, base, worker, async (tx) => {
      const { part, segments, replaces, now } = change
      const published = await tx
        .updateTable('knowledge_parts')
        .set({ delete_after: null })
        .where('id', '=', part)
        .returning('id')
        .executeTakeFirst()
      if (!published) return false
      await sql`update knowledge_segments set part_id = ${part}
                 where id = any(${[...segments]}::bigint[])`.execute(tx)
      if (replaces.length > 0)
        await tx
          .updateTable('knowledge_parts')
          .set({ delete_after: now + KEEP_REPLACED_SECONDS })
          .where('id', 'in', replaces)
          .execute()
      return true
    }),

  makeLarge: (db: Db, base: number, worker: string): Promise<boolean> =>
    asOwner(db, base, worker, async (tx) => {
      await baseRepository.update(tx, base, { is_large: 1 })
      return true
    }),

  makeSmall: (db: Db, base: number, worker: string, now: number): Promise<boolean> =>
    asOwner(db, base, worker, async (tx) => {
      await baseRepository.update(tx, base, { is_large: 0 })
      await sql`update knowledge_segments as s set part_id = null from knowledge_files as f
                 where f.id = s.file_id and f.knowledge_base_id = ${base} and s.part_id is not null`.execute(
        tx,
      )
      await tx
        .updateTable('knowledge_parts')
        .set({ delete_after: now + KEEP_REPLACED_SECONDS })
        .where('knowledge_base_id', '=', base)
        .where('delete_after', 'is', null)
        .execute()
      return true
    }),

  /** One at a time: it has thousands of blocks. */
  async deleteOldPart(db: Db, now: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      delete from knowledge_parts where id = (
        select id from knowledge_parts where delete_after < ${now} order by id limit 1 for update skip locked)`.execute(
      db,
    )
    return (numAffectedRows ?? 0n) > 0n
  },
}

interface Publication {
  part: number
  segments: readonly number[]
  replaces: readonly number[]
  now: number
}

type BaseChange = Parameters<typeof baseRepository.update>[2]

async function change(db: Db, base: number, worker: string, to: BaseChange): Promise<boolean> {
  const row = await db
    .updateTable('knowledge_bases')
    .set(to)
    .where('id', '=', base)
    .where('index_leased_by', '=', worker)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** In one transaction, only while this worker has the base. Searches notice by the version. */
export function asOwner(
  db: Db,
  base: number,
  worker: string,
  work: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockBase(tx, base)
    const isMine = await change(tx, base, worker, { index_leased_by: worker })
    if (!isMine || !(await work(tx))) return false
    await baseRepository.markChanged(tx, base)
    return true
  })
}

const tailOf = (db: Db, base: number): Promise<{ segment: number; passages: number }[]> =>
  db
    .selectFrom('knowledge_segments as s')
    .innerJoin('knowledge_files as f', 'f.id', 's.file_id')
    .select(['s.id as segment', 'f.chunk_count as passages'])
    .where('f.knowledge_base_id', '=', base)
    .where('s.part_id', 'is', null)
    .where('s.format', '=', SEGMENT_FORMAT)
    .orderBy('s.id')
    .limit(MAX_TAIL)
    .execute()
