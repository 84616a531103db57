import { databaseSeconds } from '../../platform/db/database-clock.ts'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type SessionRow = Row<'creation_sessions'>

export interface SessionOwner {
  userId: number
  organizationId: number
}

export interface SessionPage {
  assistantId?: number | undefined
  limit: number
  offset: number
}

export const sessionRepository = {
  async insert(db: Db, row: NewRow<'creation_sessions'>): Promise<SessionRow> {
    return db.insertInto('creation_sessions').values(row).returningAll().executeTakeFirstOrThrow()
  },

  find: (db: Db, owner: SessionOwner, id: string): Promise<SessionRow | undefined> =>
    ownedBy(db, owner).selectAll().where('id', '=', id).executeTakeFirst(),

  /** Newest first. */
  list: (db: Db, owner: SessionOwner, { assistantId, limit, offset }: SessionPage): Promise<SessionRow[]> =>
    about(ownedBy(db, owner), assistantId)
      .selectAll()
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),

  async count(db: Db, owner: SessionOwner, assistantId?: number): Promise<number> {
    const row = await about(ownedBy(db, owner), assistantId)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async update(
    db: Db,
    id: string,
    change: Partial<Pick<SessionRow, 'title' | 'assistant_id' | 'updated_at'>>,
  ): Promise<void> {
    await db.updateTable('creation_sessions').set(change).where('id', '=', id).execute()
  },

  /** Counts a message of the person. */
  async countTurn(db: Db, id: string, title: string | undefined, now: number): Promise<void> {
    await db
      .updateTable('creation_sessions')
      .set((set) => ({
        turn_count: set('turn_count', '+', 1),
        updated_at: now,
        ...(title === undefined ? {} : { title }),
      }))
      .where('id', '=', id)
      .execute()
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('creation_sessions').where('id', '=', id).execute()
  },

  /** Keeps the newest ones. */
  async deleteOldest(db: Db, owner: SessionOwner, keep: number): Promise<void> {
    const newest = ownedBy(db, owner)
      .select('id')
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(keep)
    await db
      .deleteFrom('creation_sessions')
      .where('user_id', '=', owner.userId)
      .where('organization_id', '=', owner.organizationId)
      .where('id', 'not in', newest)
      .execute()
  },

  /** Reserves the session for one message, on any instance. Returns whether it was free. */
  async claim(db: Db, kind: DatabaseKind, id: string, by: string, seconds: number): Promise<boolean> {
    const now = databaseSeconds(kind)
    const { numUpdatedRows } = await db
      .updateTable('creation_sessions')
      .set((set) => ({ busy_by: by, busy_until: set(now, '+', seconds) }))
      .where('id', '=', id)
      .where((where) => where('busy_until', '<=', now))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async renew(db: Db, kind: DatabaseKind, id: string, by: string, seconds: number): Promise<void> {
    await db
      .updateTable('creation_sessions')
      .set((set) => ({ busy_until: set(databaseSeconds(kind), '+', seconds) }))
      .where('id', '=', id)
      .where('busy_by', '=', by)
      .execute()
  },

  async release(db: Db, id: string, by: string): Promise<void> {
    await db
      .updateTable('creation_sessions')
      .set({ busy_by: null, busy_until: 0 })
      .where('id', '=', id)
      .where('busy_by', '=', by)
      .execute()
  },
}

const ownedBy = (db: Db, { userId, organizationId }: SessionOwner) =>
  db
    .selectFrom('creation_sessions')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)

const about = (query: ReturnType<typeof ownedBy>, assistantId: number | undefined) =>
  assistantId === undefined ? query : query.where('assistant_id', '=', assistantId)
