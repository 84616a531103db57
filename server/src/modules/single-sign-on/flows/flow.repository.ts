import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
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

  removeExpired: createRemoveOld('sign_in_flows', { key: 'state_hash', time: 'expires_at' }),
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

  removeExpired: createRemoveOld('used_messages', { key: 'id_hash', time: 'expires_at' }),
}
