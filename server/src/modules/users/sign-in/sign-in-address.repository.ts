import type { Db } from '../../../platform/db/db.ts'

/** Addresses that a person has signed in from, stored as keyed hashes. */
export const signInAddressRepository = {
  /** By e-mail, so that the same query runs for a person who does not exist. */
  async isKnown(db: Db, email: string, addressHash: string): Promise<boolean> {
    const row = await db
      .selectFrom('sign_in_addresses')
      .innerJoin('users', 'users.id', 'sign_in_addresses.user_id')
      .select('users.id')
      .where('users.email', '=', email)
      .where('sign_in_addresses.address_hash', '=', addressHash)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Also deletes this person's addresses that were last used before `until`. */
  async remember(db: Db, userId: number, addressHash: string, now: number, until: number): Promise<void> {
    await db
      .insertInto('sign_in_addresses')
      .values({ user_id: userId, address_hash: addressHash, last_used_at: now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_used_at: now }),
      )
      .execute()
    await db
      .deleteFrom('sign_in_addresses')
      .where('user_id', '=', userId)
      .where('last_used_at', '<', until)
      .execute()
  },
}
