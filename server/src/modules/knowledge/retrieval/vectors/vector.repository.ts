import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/db.ts'
import type { Row } from '../../../../platform/db/schema.ts'
import type { StoredVectors } from '../../../../search/knowledge-index.ts'

export type VectorRow = Row<'knowledge_vectors'>

/** Seconds. A running worker renews its lease several times before it expires. */
export const VECTOR_LEASE_SECONDS = 10

export interface VectorJob extends VectorRow {
  knowledge_base_id: number
  owner_id: number
  organization_id: number
}

export interface PassageText {
  ordinal: number
  text: string
  /** Without the document's title, which for a site is that of its first page and may change every day. */
  own: string
}

/** Another worker may have been faster; then the next one is tried. */
const TRIES = 5

export const vectorRepository = {
  /** Organizations with documents that could have vectors. */
  async organizations(db: Db): Promise<number[]> {
    const rows = await db
      .selectFrom('knowledge_bases')
      .select('organization_id')
      .distinct()
      .where((where) =>
        where.exists(
          where
            .selectFrom('knowledge_files')
            .select('knowledge_files.id')
            .whereRef('knowledge_files.knowledge_base_id', '=', 'knowledge_bases.id')
            .where('knowledge_files.chunk_count', '>', 0),
        ),
      )
      .orderBy('organization_id')
      .execute()
    return rows.map(({ organization_id }) => organization_id)
  },

  /**
   * Takes the next document of the organization that has no vectors of this model, of the person after `lastOwner`: people take turns.
   * `mayTakeOver`: also from a worker that was killed, once its lease has expired.
   */
  async claim(
    db: Db,
    { organization, model, lastOwner }: { organization: number; model: string; lastOwner: number },
    worker: string,
    now: number,
    mayTakeOver = true,
  ): Promise<VectorJob | undefined> {
    const expired = mayTakeOver ? now : 1
    for (let turn = 0; turn < TRIES; turn++) {
      const next = await waiting(db, organization, model, { now, expired })
        .orderBy((order) => order.case().when('f.owner_id', '>', lastOwner).then(0).else(1).end())
        .orderBy('f.owner_id')
        .orderBy('f.id')
        .executeTakeFirst()
      if (!next) return undefined
      const lease = { leased_by: worker, leased_until: now + VECTOR_LEASE_SECONDS, updated_at: now }
      const row = await db
        .insertInto('knowledge_vectors')
        .values({ file_id: next.id, model, bytes: new Uint8Array(0), error_message: null, ...lease })
        .onConflict((conflict) =>
          conflict
            .columns(['file_id', 'model'])
            .doUpdateSet(lease)
            .where('knowledge_vectors.status', '!=', 'ready')
            .where('knowledge_vectors.leased_until', '<', expired),
        )
        .returningAll()
        .executeTakeFirst()
      if (row)
        return {
          ...row,
          knowledge_base_id: next.knowledge_base_id,
          owner_id: next.owner_id,
          organization_id: organization,
        }
    }
    return undefined
  },

  /** False when the job is no longer this worker's: the document was deleted or processed again, or another worker took over. */
  async change(
    db: Db,
    id: number,
    worker: string,
    change: Partial<Omit<VectorRow, 'id' | 'file_id' | 'model'>>,
  ): Promise<boolean> {
    const row = await db
      .updateTable('knowledge_vectors')
      .set(change)
      .where('id', '=', id)
      .where('leased_by', '=', worker)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** After a start with a single process: releases the jobs that the previous process left. */
  async releaseAll(db: Db): Promise<void> {
    await db
      .updateTable('knowledge_vectors')
      .set({ leased_by: null, leased_until: 0 })
      .where('leased_by', 'is not', null)
      .execute()
  },

  /** The text to embed for each passage: with its title and headings, like for the search by words. */
  async textsOf(db: Db, file: number): Promise<PassageText[]> {
    const rows = await db
      .selectFrom('knowledge_chunks as c')
      .innerJoin('knowledge_files as f', 'f.id', 'c.file_id')
      .select(['c.ordinal', 'c.heading', 'c.text', 'f.title', 'f.name'])
      .where('c.file_id', '=', file)
      .orderBy('c.ordinal')
      .execute()
    return rows.map(({ ordinal, heading, text, title, name }) => {
      const own = heading === '' ? text : `${heading}\n${text}`
      return { ordinal, text: [title || name, own].filter((part) => part !== '').join('\n'), own }
    })
  },

  /**
   * The number of embedded documents of a base by model, and the total. Includes documents that are being processed
   * again or failed to be, because their old passages are still found.
   */
  async stateOf(
    db: Db,
    base: number,
  ): Promise<{ files: number; passages: number; models: ReadonlyMap<string, ModelState> }> {
    const all = await db
      .selectFrom('knowledge_files')
      .where('knowledge_base_id', '=', base)
      .where('chunk_count', '>', 0)
      .select((select) => [
        select.fn.countAll<number>().as('files'),
        select.fn.sum<number | null>('chunk_count').as('passages'),
      ])
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('knowledge_vectors as v')
      .innerJoin('knowledge_files as f', 'f.id', 'v.file_id')
      .where('f.knowledge_base_id', '=', base)
      .groupBy('v.model')
      .select((select) => [
        'v.model',
        select.fn.sum<number>('v.passages').as('passages'),
        sql<number>`sum(case when v.status = 'ready' then 1 else 0 end)`.as('ready'),
        sql<number>`sum(case when v.status = 'failed' then 1 else 0 end)`.as('failed'),
        select.fn.max('v.error_message').as('error'),
      ])
      .execute()
    return {
      files: Number(all.files),
      passages: Number(all.passages ?? 0),
      models: new Map(
        rows.map(({ model, passages, ready, failed, error }) => [
          model,
          { passages: Number(passages), ready: Number(ready), failed: Number(failed), error },
        ]),
      ),
    }
  },

  async readyIdsOf(db: Db, base: number, model: string): Promise<number[]> {
    const rows = await db
      .selectFrom('knowledge_vectors as v')
      .innerJoin('knowledge_files as f', 'f.id', 'v.file_id')
      .select('v.id')
      .where('f.knowledge_base_id', '=', base)
      .where('v.model', '=', model)
      .where('v.status', '=', 'ready')
      .orderBy('v.id')
      .execute()
    return rows.map(({ id }) => id)
  },

  async read(db: Db, ids: readonly number[]): Promise<StoredVectors[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('knowledge_vectors')
      .select(['id', 'file_id', 'model', 'dimension', 'bytes'])
      .where('id', 'in', ids)
      .where('status', '=', 'ready')
      .orderBy('id')
      .execute()
    return rows.map(({ file_id, ...row }) => ({ ...row, file: file_id }))
  },

  ofFiles: (db: Db, files: readonly number[]): Promise<VectorRow[]> =>
    db
      .selectFrom('knowledge_vectors')
      .selectAll()
      .where('file_id', 'in', files)
      .where('passages', '>', 0)
      .orderBy('id')
      .execute(),

  /** Files that a newer one of the same name is about to replace. */
  async olderNamesakes(
    db: Db,
    file: { id: number; knowledge_base_id: number; name: string },
  ): Promise<number[]> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select('id')
      .where('knowledge_base_id', '=', file.knowledge_base_id)
      .where('name', '=', file.name)
      .where('id', '<', file.id)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  async insert(db: Db, row: Pick<VectorRow, 'file_id' | 'model'> & VectorsMade): Promise<void> {
    await db
      .insertInto('knowledge_vectors')
      .values({ ...row, error_message: null, leased_by: null })
      .execute()
  },

  /** Vectors of an earlier model. */
  async deleteOthers(db: Db, base: number, model: string): Promise<void> {
    await db
      .deleteFrom('knowledge_vectors')
      .where('model', '!=', model)
      .where('file_id', 'in', (select) =>
        select.selectFrom('knowledge_files').select('id').where('knowledge_base_id', '=', base),
      )
      .execute()
  },
}

export interface ModelState {
  passages: number
  /** Documents with all vectors. */
  ready: number
  /** Documents that the model refuses. */
  failed: number
  error: string | null
}

export type VectorsMade = Pick<VectorRow, 'dimension' | 'bytes' | 'passages' | 'status' | 'updated_at'>

const waiting = (
  db: Db,
  organization: number,
  model: string,
  { now, expired }: { now: number; expired: number },
) =>
  db
    .selectFrom('knowledge_files as f')
    .innerJoin('knowledge_bases as b', 'b.id', 'f.knowledge_base_id')
    .leftJoin('knowledge_vectors as v', (join) =>
      join.onRef('v.file_id', '=', 'f.id').on('v.model', '=', model),
    )
    .select(['f.id', 'f.knowledge_base_id', 'f.owner_id'])
    .where('b.organization_id', '=', organization)
    .where('f.chunk_count', '>', 0)
    .where((where) =>
      where.or([
        where('v.id', 'is', null),
        where.and([
          where('v.status', '!=', 'ready'),
          where('v.run_after', '<=', now),
          where('v.leased_until', '<', expired),
        ]),
      ]),
    )
