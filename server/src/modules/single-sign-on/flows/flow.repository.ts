import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type FlowRow = Row<'sign_in_flows'>

export const flowRepository = {
  async insert(db: Db, row: NewRow<'sign_in_flows'>): Promise<void> {
    await db.insertInto('sign_in_flows').values(row).execute()
  },

  /** Deletes the row, so that only one of several requests gets it. Another browser's row stays. */
  take: (
    db: Db,
    { state_hash, provider_id, browser_hash }: Pick<FlowRow, 'state_hash' | 'provider_id' | 'browser_hash'>,
  ): Promise<FlowRow | undefined> =>
    db
      .deleteFrom('sign_in_flows')
      .where('state_hash', '=', state_hash)
      .where('provider_id', '=', provider_id)
      .where('browser_hash', '=', browser_hash)
      .returningAll()
      .executeTakeFirst(),

  async removeExpired(db: Db, now: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('sign_in_flows')
      .select('sign_in_flows.state_hash')
      .where('expires_at', '<=', now)
      .limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('sign_in_flows')
      .where('state_hash', 'in', old)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}

/** Messages that may be used once. */
export const usedMessageRepository = {
  /** False if it was used before. */
  async claim(db: Db, id_hash: string, expires_at: number): Promise<boolean> {
    const row = await db
      .insertInto('used_messages')
      .values({ id_hash, expires_at })
      .onConflict((conflict) => conflict.column('id_hash').doNothing())
      .returning('id_hash')
      .executeTakeFirst()
    return row !== undefined
  },

  async removeExpired(db: Db, now: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('used_messages')
      .select('used_messages.id_hash')
      .where('expires_at', '<=', now)
      .limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('used_messages')
      .where('id_hash', 'in', old)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
