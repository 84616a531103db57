import type { Db } from '../../platform/db/db.ts'
import { forgetPerson } from '../users/index.ts'

export const guestRepository = {
  /** Guests whose link or assistant was deleted before `deletedBefore`, or who were last seen before `seenBefore`. */
  async findOld(db: Db, deletedBefore: number, seenBefore: number, limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('users')
      .leftJoin('class_links', 'class_links.id', 'users.guest_link_id')
      .leftJoin('assistants', 'assistants.id', 'class_links.assistant_id')
      .select('users.id')
      .where('users.guest_link_id', 'is not', null)
      .where((where) =>
        where.or([
          where('class_links.id', 'is', null),
          where('class_links.deleted_at', '<', deletedBefore),
          where('assistants.deleted_at', '<', deletedBefore),
          where('users.updated_at', '<', seenBefore),
        ]),
      )
      .orderBy('users.id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** With everything that is kept about the guest. */
  async delete(tx: Db, id: number): Promise<void> {
    await tx.deleteFrom('files').where('owner_id', '=', id).where('kind', '=', 'image').execute()
    const guest = await tx
      .selectFrom('users')
      .select(['id', 'email', 'email_confirmed_at'])
      .where('id', '=', id)
      .where('guest_link_id', 'is not', null)
      .executeTakeFirst()
    if (!guest) return
    await forgetPerson(tx, guest)
    await tx.deleteFrom('users').where('id', '=', id).execute()
  },

  /** Waits for a concurrent request for the same guest. False if there is no such guest any more. */
  async lock(tx: Db, id: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set((set) => ({ session_version: set('session_version', '+', 1) }))
      .where('id', '=', id)
      .where('guest_link_id', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Gives everything that a guest has to an account. Returns the number of chats. */
  async giveTo(tx: Db, guestId: number, userId: number, assistantId: number): Promise<number> {
    const owner = { user_id: userId }
    const chats = await tx.updateTable('chats').set(owner).where('user_id', '=', guestId).executeTakeFirst()
    await tx
      .updateTable('memories')
      .set({ ...owner, subject: `user:${userId}` })
      .where('user_id', '=', guestId)
      .execute()
    await tx.updateTable('files').set({ owner_id: userId }).where('owner_id', '=', guestId).execute()
    for (const table of ['traces', 'usage_records'] as const)
      await tx
        .updateTable(table)
        .set(owner)
        .where('assistant_id', '=', assistantId)
        .where('user_id', '=', guestId)
        .execute()
    return Number(chats.numUpdatedRows)
  },
}
