import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type BrowserSessionRow = Row<'browser_sessions'>

export interface FoundToken extends BrowserSessionRow {
  replaced_at: number | null
}

/** What a provider tells about a session that has ended there: its id, its subject, or both. */
export interface EndedByProvider {
  provider: string
  session: string | undefined
  subject: string | undefined
}

export const browserSessionRepository = {
  async insert(tx: Db, session: NewRow<'browser_sessions'>): Promise<void> {
    await tx.insertInto('browser_sessions').values(session).execute()
  },

  async addToken(tx: Db, sessionId: string, tokenHash: string, now: number): Promise<void> {
    await tx
      .insertInto('refresh_tokens')
      .values({ token_hash: tokenHash, session_id: sessionId, created_at: now, replaced_at: null })
      .execute()
  },

  /** A token with its session. */
  findByToken: (db: Db, tokenHash: string): Promise<FoundToken | undefined> =>
    db
      .selectFrom('refresh_tokens')
      .innerJoin('browser_sessions', 'browser_sessions.id', 'refresh_tokens.session_id')
      .selectAll('browser_sessions')
      .select('refresh_tokens.replaced_at')
      .where('refresh_tokens.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** Also locks the session until the transaction ends. Returns false if it no longer exists. */
  async prolong(tx: Db, id: string, expiresAt: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('browser_sessions')
      .set({ expires_at: expiresAt })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** The first of two concurrent requests decides when it was replaced. */
  async markReplaced(tx: Db, tokenHash: string, now: number): Promise<void> {
    await tx
      .updateTable('refresh_tokens')
      .set({ replaced_at: now })
      .where('token_hash', '=', tokenHash)
      .where('replaced_at', 'is', null)
      .execute()
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('browser_sessions').where('id', '=', id).execute()
  },

  /** The people whose sessions were started by this provider, with this session id or this subject of its own. */
  async findUsersOfProvider(
    db: Db,
    { provider, session, subject }: EndedByProvider,
  ): Promise<{ user_id: number }[]> {
    const all = db
      .selectFrom('browser_sessions')
      .select('browser_sessions.user_id')
      .distinct()
      .where('browser_sessions.provider', '=', provider)
    const sessions = session === undefined ? all : all.where('provider_session', '=', session)
    return subject === undefined
      ? sessions.execute()
      : sessions
          .innerJoin('external_identities', 'external_identities.user_id', 'browser_sessions.user_id')
          .where('external_identities.provider', '=', provider)
          .where('external_identities.subject', '=', subject)
          .execute()
  },

  /** A session without the provider's session id matches each of the provider's sessions. */
  findUsersOfNameId(
    db: Db,
    { provider, nameIdHash, sessions }: { provider: string; nameIdHash: string; sessions: string[] },
  ): Promise<{ user_id: number }[]> {
    const all = db
      .selectFrom('browser_sessions')
      .select('user_id')
      .distinct()
      .where('provider', '=', provider)
      .where('name_id_hash', '=', nameIdHash)
    return sessions.length === 0
      ? all.execute()
      : all
          .where((where) =>
            where.or([where('provider_session', 'in', sessions), where('provider_session', 'is', null)]),
          )
          .execute()
  },

  async deleteAllOf(db: Db, userId: number): Promise<void> {
    await db.deleteFrom('browser_sessions').where('user_id', '=', userId).execute()
  },

  removeExpired: createRemoveOld('browser_sessions', { key: 'id', time: 'expires_at' }),

  removeReplaced: createRemoveOld('refresh_tokens', { key: 'token_hash', time: 'replaced_at' }),
}
