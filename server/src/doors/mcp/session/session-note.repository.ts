import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { Row } from '../../../platform/db/schema.ts'

type SessionRow = Row<'mcp_sessions'>

export const sessionNoteRepository = {
  find: (db: Db, session: string): Promise<SessionRow | undefined> =>
    db.selectFrom('mcp_sessions').selectAll().where('session', '=', session).executeTakeFirst(),

  /** Leaves alone what is not given. */
  async save(
    db: Db,
    session: string,
    changes: Partial<Pick<SessionRow, 'log_level' | 'told'>>,
    now: number,
  ): Promise<void> {
    await db
      .insertInto('mcp_sessions')
      .values({ session, log_level: null, told: null, ...changes, updated_at: now })
      .onConflict((conflict) => conflict.column('session').doUpdateSet({ ...changes, updated_at: now }))
      .execute()
  },

  watched: (db: Db, session: string): Promise<{ uri: string; mark: string; told_at: number }[]> =>
    db
      .selectFrom('mcp_subscriptions')
      .select(['uri', 'mark', 'told_at'])
      .where('session', '=', session)
      .execute(),

  async watch(db: Db, row: Omit<Row<'mcp_subscriptions'>, 'told_at'>): Promise<void> {
    await db
      .insertInto('mcp_subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['session', 'uri']).doUpdateSet({ mark: row.mark }))
      .execute()
  },

  /** Only one of the streams of a session gets true for the same change. */
  async changeMark(
    db: Db,
    { session, uri, mark }: Omit<Row<'mcp_subscriptions'>, 'told_at'>,
    next: string | undefined,
    now: number,
  ): Promise<boolean> {
    const isThis = { session, uri, mark }
    if (next === undefined) {
      const gone = await db
        .deleteFrom('mcp_subscriptions')
        .where((eb) => eb.and(isThis))
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    }
    const changed = await db
      .updateTable('mcp_subscriptions')
      .set({ mark: next, told_at: now })
      .where((eb) => eb.and(isThis))
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  },

  async unwatch(db: Db, session: string, uri: string): Promise<void> {
    await db.deleteFrom('mcp_subscriptions').where('session', '=', session).where('uri', '=', uri).execute()
  },

  async remove(db: Db, session: string): Promise<void> {
    await db.deleteFrom('mcp_sessions').where('session', '=', session).execute()
  },

  removeBefore: createRemoveOld('mcp_sessions', { key: 'session', time: 'updated_at' }),
}
