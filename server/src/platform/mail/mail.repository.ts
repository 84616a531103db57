import type { Db } from '../db/db.ts'
import type { NewRow, Row } from '../db/schema.ts'

export type MailRow = Row<'mails'>

export const mailRepository = {
  async insert(db: Db, mail: NewRow<'mails'>): Promise<void> {
    await db.insertInto('mails').values(mail).execute()
  },

  /** `mayRetry`: also mails that an instance has begun to send. */
  listDue: (db: Db, now: number, limit: number, mayRetry: boolean): Promise<MailRow[]> =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .$if(!mayRetry, (query) => query.where('attempts', '=', 0))
      .orderBy('next_at')
      .limit(limit)
      .execute(),

  /** Only one instance gets true: the row must still be as it was read. */
  async claim(db: Db, { id, next_at }: MailRow, until: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set((set) => ({ next_at: until, attempts: set('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_at', '=', next_at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async postpone(db: Db, id: string, nextAt: number, error: string): Promise<void> {
    await db
      .updateTable('mails')
      .set({ next_at: nextAt, error })
      .where('id', '=', id)
      // Another instance may have ended it in the meantime.
      .where('state', '=', 'waiting')
      .execute()
  },

  /** Also removes the content, which is no longer needed. `sent` replaces `failed` (two instances may try), never the reverse. */
  async end(
    db: Db,
    id: string,
    { state, error, now }: { state: 'sent' | 'failed'; error: string | null; now: number },
  ): Promise<void> {
    await db
      .updateTable('mails')
      .set({ state, error, content: null, ended_at: now })
      .where('id', '=', id)
      .where('state', 'in', state === 'sent' ? ['waiting', 'failed'] : ['waiting'])
      .execute()
  },

  listOf: (db: Db, organizationId: number, limit: number): Promise<MailRow[]> =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),

  listByIds: (db: Db, ids: readonly string[]): Promise<MailRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db.selectFrom('mails').selectAll().where('id', 'in', ids).execute(),

  async removeOld(db: Db, before: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('mails')
      .select('mails.id')
      .where('state', '!=', 'waiting')
      .where('created_at', '<', before)
      .limit(limit)
    const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  },
}
