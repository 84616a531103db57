import type { Db } from '../../../platform/db/db.ts'

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

  async removeExpired(db: Db, now: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('lti_nonces')
      .select('lti_nonces.nonce_hash')
      .where('expires_at', '<=', now)
      .limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('lti_nonces')
      .where('nonce_hash', 'in', old)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
