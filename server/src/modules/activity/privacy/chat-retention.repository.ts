import type { Db } from '../../../platform/db/db.ts'

export const chatRetentionRepository = {
  /** Deletes up to `limit` chats of an organization's people. Returns how many. */
  async removeBefore(db: Db, organizationId: number, before: number, limit: number): Promise<number> {
    const rows = await db
      .selectFrom('chats')
      .innerJoin('users', 'users.id', 'chats.user_id')
      .select('chats.id')
      .where('users.organization_id', '=', organizationId)
      .where('chats.updated_at', '<', before)
      .orderBy('chats.updated_at')
      .limit(limit)
      .execute()
    const ids = rows.map(({ id }) => id)
    // Checked again: a chat may have been used in the meantime.
    if (ids.length > 0)
      await db.deleteFrom('chats').where('id', 'in', ids).where('updated_at', '<', before).execute()
    return rows.length
  },
}
