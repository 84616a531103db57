import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/db.ts'
import type { Row } from '../../../../../platform/db/schema.ts'
import { asOwner } from '../large/indexing.repository.ts'
import type { Pgvector } from './pgvector.ts'

export type NearestRow = Row<'knowledge_nearest'>

/** A copy, and whether nothing of it was lost, as when the extension was dropped or a backup restored without it. */
export interface NearestCopy extends NearestRow {
  is_whole: boolean
}

/** A passage whose vector is near. */
export interface NearPlace {
  base: number
  file: number
  ordinal: number
}

export interface VectorTotal {
  model: string
  dimension: number
  bytes: number
  passages: number
}

/** Backups leave these tables out: see platform/db/snapshot. */
const PREFIX = 'knowledge_hnsw_'

/** Of the row `n`: its table has the column, and once it is ready an index on it. Without one, every vector would be compared. */
const IS_WHOLE = sql<boolean>`exists (
  select from pg_attribute as a
   where a.attrelid = to_regclass(quote_ident(n.table_name)) and a.attname = 'embedding' and not a.attisdropped
     and (n.is_ready = 0 or exists (select from pg_index as i
                                     where i.indrelid = a.attrelid and a.attnum = any(i.indkey) and i.indisvalid)))`

/** Copies of vectors, with an index of pgvector. Needs PostgreSQL. */
export const nearestRepository = {
  async copiesOf(db: Db, base: number): Promise<NearestCopy[]> {
    const { rows } = await sql<NearestCopy>`
      select n.*, ${IS_WHOLE} as is_whole
        from knowledge_nearest as n
       where n.knowledge_base_id = ${base}
       order by n.id`.execute(db)
    return rows
  },

  /** The copy that is searched: the newest with an index. */
  async readyOf(db: Db, base: number, model: string): Promise<NearestCopy | undefined> {
    const copies = await nearestRepository.copiesOf(db, base)
    return copies.findLast((copy) => copy.model === model && copy.is_ready === 1 && copy.is_whole)
  },

  /** The vectors of a base. Empty unless the base is large. */
  async totalsOf(db: Db, base: number): Promise<VectorTotal[]> {
    const { rows } = await sql<VectorTotal>`
      select v.model, v.dimension, sum(octet_length(v.bytes)) as bytes, sum(v.passages) as passages
        from knowledge_vectors as v
        join knowledge_files as f on f.id = v.file_id
        join knowledge_bases as b on b.id = f.knowledge_base_id
       where b.id = ${base} and b.is_large = 1 and v.status = 'ready'
       group by v.model, v.dimension`.execute(db)
    return rows
  },

  /** A base that has changed or may lack a copy is looked at again. */
  async lookAgain(db: Db, minBytes: number): Promise<void> {
    await sql`
      update knowledge_bases as b set indexed_version = -1
       where b.is_large = 1 and b.indexed_version = b.index_version
         and (not exists (select from knowledge_nearest as n where n.knowledge_base_id = b.id)
              or exists (select from knowledge_nearest as n
                          where n.knowledge_base_id = b.id
                            and (n.is_ready = 0 or not ${IS_WHOLE})))
         and ${minBytes} < (select sum(octet_length(v.bytes))
                              from knowledge_vectors as v join knowledge_files as f on f.id = v.file_id
                             where f.knowledge_base_id = b.id and v.status = 'ready')`.execute(db)
  },

  /** Of bases that were deleted. One statement, so that a table that is being created is not seen without its row. */
  async unownedTables(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class as c
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
         and starts_with(c.relname, ${PREFIX})
         and not exists (select from knowledge_nearest as n where n.table_name = c.relname)`.execute(db)
    return rows.map(({ name }) => name)
  },

  async dropTable(db: Db, name: string): Promise<void> {
    if (!name.startsWith(PREFIX)) throw new RangeError(`${name} is not a copy of vectors`)
    await sql`drop table if exists ${sql.id(name)}`.execute(db)
  },

  /** False when the job was lost. */
  create: (
    db: Db,
    job: { base: number; worker: string },
    { model, dimension, suffix }: { model: string; dimension: number; suffix: string },
    pgvector: Pgvector,
  ): Promise<boolean> =>
    asOwner(db, job.base, job.worker, async (tx) => {
      const name = `${PREFIX}${suffix}`
      await sql`create table ${sql.id(name)} (
        vectors_id bigint not null, ordinal integer not null,
        embedding ${typeOf(pgvector)}(${sql.lit(dimension)}) not null,
        primary key (vectors_id, ordinal))`.execute(tx)
      await tx
        .insertInto('knowledge_nearest')
        .values({ knowledge_base_id: job.base, model, dimension, table_name: name })
        .execute()
      return true
    }),

  remove: (db: Db, job: { base: number; worker: string }, copy: NearestRow): Promise<boolean> =>
    asOwner(db, job.base, job.worker, async (tx) => {
      await tx.deleteFrom('knowledge_nearest').where('id', '=', copy.id).execute()
      await nearestRepository.dropTable(tx, copy.table_name)
      return true
    }),

  setReady: (db: Db, job: { base: number; worker: string }, copy: NearestRow): Promise<boolean> =>
    asOwner(db, job.base, job.worker, async (tx) => {
      await tx.updateTable('knowledge_nearest').set({ is_ready: 1 }).where('id', '=', copy.id).execute()
      return true
    }),

  /** Documents whose vectors are not in the copy yet. */
  async missing(
    db: Db,
    { id, knowledge_base_id, model, dimension }: NearestRow,
    limit: number,
  ): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select v.id from knowledge_vectors as v join knowledge_files as f on f.id = v.file_id
       where f.knowledge_base_id = ${knowledge_base_id} and v.model = ${model} and v.dimension = ${dimension}
         and v.status = 'ready'
         and not exists (select from knowledge_nearest_files as n where n.nearest_id = ${id} and n.vectors_id = v.id)
       order by v.id limit ${limit}`.execute(db)
    return rows.map((row) => row.id)
  },

  async countMissing(db: Db, { id, knowledge_base_id, model, dimension }: NearestRow): Promise<number> {
    const { rows } = await sql<{ passages: number }>`
      select coalesce(sum(v.passages), 0) as passages
        from knowledge_vectors as v join knowledge_files as f on f.id = v.file_id
       where f.knowledge_base_id = ${knowledge_base_id} and v.model = ${model} and v.dimension = ${dimension}
         and v.status = 'ready'
         and not exists (select from knowledge_nearest_files as n where n.nearest_id = ${id} and n.vectors_id = v.id)`.execute(
      db,
    )
    return rows[0]?.passages ?? 0
  },

  /** Deletes vectors of documents that were deleted or read again. False when there are none. */
  async deleteGone(db: Db, copy: NearestRow): Promise<boolean> {
    const { rows } = await sql<{ vectors_id: number }>`
      select n.vectors_id from knowledge_nearest_files as n
       where n.nearest_id = ${copy.id}
         and not exists (select from knowledge_vectors as v where v.id = n.vectors_id and v.status = 'ready')
       order by n.vectors_id limit 100`.execute(db)
    const gone = rows.map((row) => row.vectors_id)
    if (gone.length === 0) return false
    await db.transaction().execute(async (tx) => {
      await sql`delete from ${sql.id(copy.table_name)} where vectors_id = any(${gone}::bigint[])`.execute(tx)
      await tx
        .deleteFrom('knowledge_nearest_files')
        .where('nearest_id', '=', copy.id)
        .where('vectors_id', 'in', gone)
        .execute()
    })
    return true
  },

  /** All passages of a document, or none. */
  add: (
    db: Db,
    copy: NearestRow,
    vectors: number,
    batches: Iterable<readonly { ordinal: number; text: string }[]>,
    pgvector: Pgvector,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await sql`delete from ${sql.id(copy.table_name)} where vectors_id = ${vectors}`.execute(tx)
      for (const batch of batches)
        await sql`insert into ${sql.id(copy.table_name)} (vectors_id, ordinal, embedding)
                  select ${vectors}, o, t::${typeOf(pgvector)}
                    from unnest(${batch.map(({ ordinal }) => ordinal)}::int[],
                                ${batch.map(({ text }) => text)}::text[]) as a (o, t)`.execute(tx)
      await tx
        .insertInto('knowledge_nearest_files')
        .values({ nearest_id: copy.id, vectors_id: vectors })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }),

  /** Settings and statements that build the index of a copy. Without workers, little shared memory is needed. */
  indexStatements(copy: NearestRow, pgvector: Pgvector, memoryMb: number, withWorkers: boolean): string[] {
    const operators = `"${pgvector.schema.replaceAll('"', '""')}".${pgvector.type}_cosine_ops`
    return [
      `select set_config('maintenance_work_mem', greatest(${memoryMb}::bigint * 1024, setting::bigint)::text || 'kB', true)
         from pg_settings where name = 'maintenance_work_mem'`,
      ...(withWorkers ? [] : ['set local max_parallel_maintenance_workers = 0']),
      // An instance that was killed may still be building it.
      `lock table "${copy.table_name}" in share row exclusive mode`,
      `create index if not exists "${copy.table_name}_index" on "${copy.table_name}" using hnsw (embedding ${operators})`,
      `analyze "${copy.table_name}"`,
    ]
  },

  /** The nearest passages to a vector, nearest first. */
  near: (
    db: Db,
    copy: NearestRow,
    vector: Float32Array,
    count: number,
    pgvector: Pgvector,
  ): Promise<NearPlace[]> =>
    db.transaction().execute(async (tx) => {
      const distance = sql`n.embedding operator(${sql.id(pgvector.schema)}.<=>) ${`[${vector.join(',')}]`}::${typeOf(pgvector)}`
      // The index finds as many as `ef_search` at most, including deleted ones. Statistics may be old: never compare all.
      await sql`select set_config('hnsw.ef_search', ${String(count)}, true), set_config('enable_seqscan', 'off', true),
                       set_config('hnsw.iterative_scan', ${pgvector.canIterate ? 'strict_order' : 'off'}, true)`.execute(
        tx,
      )
      const { rows } = await sql<NearPlace>`
        select f.knowledge_base_id as base, v.file_id as file, near.ordinal
          from (select n.vectors_id, n.ordinal, ${distance} as distance from ${sql.id(copy.table_name)} as n
                 order by ${distance} limit ${count}) as near
          join knowledge_vectors as v on v.id = near.vectors_id
          join knowledge_files as f on f.id = v.file_id
         order by near.distance`.execute(tx)
      return rows
    }),
}

const typeOf = ({ schema, type }: Pgvector) => sql.id(schema, type)
