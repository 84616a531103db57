import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'

export const nonceRepository = {
  /** False if it was used before, on any instance. */
  async use(db: Db, nonceHash: string, expiresAt: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('lti_nonces')
      .values({ nonce_hash: nonceHash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('nonce_hash').doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  removeExpired: createRemoveOld('lti_nonces', { key: 'nonce_hash', time: 'expires_at' }),
}
