import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Row } from '../../db/schema.ts'

export type StoredContentRow = Row<'stored_contents'>
/** A content that has a key. */
export type KeyedContentRow = StoredContentRow & { key: string; stored_at: number }

export interface WholeContent {
  id: string
  bytes: Buffer
}

export const storedContentRepository = {
  async insert(db: Db, id: string, now: number): Promise<void> {
    await db.insertInto('stored_contents').values({ id, size: 0, written_at: now }).execute()
  },

  /** Contents of a single chunk, in one statement. */
  async insertWhole(db: Db, contents: readonly WholeContent[], now: number): Promise<void> {
    await db
      .with('content', (query) =>
        query
          .insertInto('stored_contents')
          .values(contents.map(({ id, bytes }) => ({ id, size: bytes.length, written_at: now }))),
      )
      .insertInto('stored_chunks')
      .values(contents.map(({ id, bytes }) => ({ content_id: id, position: 0, bytes })))
      .execute()
  },

  async addChunk(db: Db, content_id: string, position: number, bytes: Buffer): Promise<void> {
    await db.insertInto('stored_chunks').values({ content_id, position, bytes }).execute()
  },

  async setSize(db: Db, id: string, size: number, now: number): Promise<void> {
    await db.updateTable('stored_contents').set({ size, written_at: now }).where('id', '=', id).execute()
  },

  /** Needs a transaction. The lock makes writers of one key take turns. */
  async giveKey(transaction: Db, id: string, key: string, now: number): Promise<boolean> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
    await this.takeKey(transaction, key, now)
    const row = await transaction
      .updateTable('stored_contents')
      .set({ key, stored_at: now })
      .where('id', '=', id)
      .executeTakeFirst()
    return row.numUpdatedRows > 0n
  },

  /**
   * Needs a transaction. Like `giveKey` for contents with different keys. Skips those whose key another transaction has
   * locked: two that wait for each other's keys would never end. Returns the ids that got their keys.
   */
  async giveFreeKeys(
    transaction: Db,
    staged: readonly { id: string; key: string }[],
    now: number,
  ): Promise<Set<string>> {
    const { rows: locked } = await sql<{ id: string; key: string }>`
      select id, key from unnest(${staged.map(({ id }) => id)}::text[], ${staged.map(({ key }) => key)}::text[]) as s(id, key)
       where pg_try_advisory_xact_lock(hashtextextended(key, 0))`.execute(transaction)
    if (locked.length === 0) return new Set()
    await transaction
      .updateTable('stored_contents')
      .set({ key: null, removed_at: now })
      .where(
        'key',
        'in',
        locked.map(({ key }) => key),
      )
      .execute()
    const { rows: given } = await sql<{ id: string }>`
      update stored_contents set key = s.key, stored_at = ${now}
        from unnest(${locked.map(({ id }) => id)}::text[], ${locked.map(({ key }) => key)}::text[]) as s(id, key)
       where stored_contents.id = s.id
      returning stored_contents.id`.execute(transaction)
    return new Set(given.map(({ id }) => id))
  },

  async takeKey(db: Db, key: string, now: number): Promise<void> {
    await db
      .updateTable('stored_contents')
      .set({ key: null, removed_at: now })
      .where('key', '=', key)
      .execute()
  },

  async takeKeys(db: Db, prefix: string, now: number): Promise<void> {
    await db
      .updateTable('stored_contents')
      .set({ key: null, removed_at: now })
      .where('key', '>=', prefix)
      .where('key', '<', endOf(prefix))
      .execute()
  },

  async find(db: Db, key: string): Promise<KeyedContentRow | undefined> {
    const row = await db.selectFrom('stored_contents').selectAll().where('key', '=', key).executeTakeFirst()
    return row && isKeyed(row) ? row : undefined
  },

  /** With the bytes of those that are not larger than this. In no particular order. */
  async findWithBytes(
    db: Db,
    keys: readonly string[],
    maxBytes: number,
  ): Promise<(KeyedContentRow & { bytes: Buffer | null })[]> {
    const rows = await db
      .selectFrom('stored_contents')
      .leftJoin('stored_chunks', (join) =>
        join
          .onRef('stored_chunks.content_id', '=', 'stored_contents.id')
          .on('stored_chunks.position', '=', 0)
          .on('stored_contents.size', '<=', maxBytes),
      )
      .selectAll('stored_contents')
      .select('stored_chunks.bytes')
      .where('stored_contents.key', 'in', keys)
      .execute()
    return rows.flatMap(({ bytes, ...row }) => (isKeyed(row) ? [{ ...row, bytes }] : []))
  },

  async readChunk(db: Db, id: string, position: number): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('stored_chunks')
      .select('bytes')
      .where('content_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    return row?.bytes
  },

  async listAfter(db: Db, prefix: string, after: string, limit: number): Promise<KeyedContentRow[]> {
    let query = db.selectFrom('stored_contents').selectAll().where('key', '>', after)
    if (prefix !== '') query = query.where('key', '>=', prefix).where('key', '<', endOf(prefix))
    return (await query.orderBy('key').limit(limit).execute()).filter(isKeyed)
  },

  /** Only without a key. The chunks go with it. */
  async deleteUnkeyed(db: Db, id: string): Promise<void> {
    await db.deleteFrom('stored_contents').where('id', '=', id).where('key', 'is', null).execute()
  },

  async listUnkeyed(db: Db, writtenBefore: number, removedBefore: number): Promise<string[]> {
    const rows = await db
      .selectFrom('stored_contents')
      .select('id')
      .where('key', 'is', null)
      .where((or) =>
        or.or([
          or.and([or('removed_at', 'is', null), or('written_at', '<=', writtenBefore)]),
          or('removed_at', '<=', removedBefore),
        ]),
      )
      .limit(1000)
      .execute()
    return rows.map(({ id }) => id)
  },
}

const isKeyed = (row: StoredContentRow): row is KeyedContentRow => row.key !== null && row.stored_at !== null

/** The first text after all that start with this prefix, which ends with a slash: `0` comes after `/`. */
const endOf = (prefix: string): string => `${prefix.slice(0, -1)}0`
