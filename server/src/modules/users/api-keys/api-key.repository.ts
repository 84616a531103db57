import type { Db } from '../../../platform/db/db.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'

export type ApiKeyRow = Row<'api_keys'>

/** The owner of a key, with the rights of the key. */
export interface KeyHolder extends UserAccount {
  key_id: number
  key_assistant_ids: string | null
  key_trusted_forwarder: Row<'api_keys'>['trusted_forwarder']
  key_expires_at: number | null
  key_revoked_at: number | null
}

const holderByHash = preparedQuery(
  (db, p: { keyHash: string }) =>
    userRepository
      .withStanding(db)
      .innerJoin('api_keys', 'api_keys.user_id', 'users.id')
      .select([
        'api_keys.id as key_id',
        'api_keys.assistant_ids as key_assistant_ids',
        'api_keys.trusted_forwarder as key_trusted_forwarder',
        'api_keys.expires_at as key_expires_at',
        'api_keys.revoked_at as key_revoked_at',
      ])
      .where('api_keys.key_hash', '=', p.keyHash),
  { remember: 2000 },
)

export const apiKeyRepository = {
  findHolder: (db: Db, keyHash: string): Promise<KeyHolder | undefined> =>
    holderByHash.first(db, { keyHash }),

  listOf: (db: Db, userId: number): Promise<ApiKeyRow[]> =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('id', 'desc')
      .execute(),

  findById: (db: Db, id: number): Promise<ApiKeyRow | undefined> =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),

  insert: (db: Db, key: NewRow<'api_keys'>): Promise<ApiKeyRow> =>
    db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow(),

  async revoke(db: Db, id: number, now: number): Promise<void> {
    await db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute()
  },

  async revokeAllOf(db: Db, userId: number, now: number): Promise<void> {
    await db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
  },

  async touch(db: Db, id: number, now: number): Promise<void> {
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
  },
}
