import type { Db } from '../../../platform/db/db.ts'
import { createRemoveOld } from '../../../platform/db/in-batches.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type InvitationRow = Row<'invitations'>

/** With the name of the admin who sent it. */
export interface InvitationWithSender extends InvitationRow {
  sender: string | null
}

const withSender = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.created_by')
    .selectAll('invitations')
    .select('users.name as sender')

export const invitationRepository = {
  async insert(tx: Db, invitation: NewRow<'invitations'>): Promise<number> {
    const row = await tx
      .insertInto('invitations')
      .values(invitation)
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Those of one organization, newest first. Used ones are left out. */
  list: (db: Db, organizationId: number): Promise<InvitationWithSender[]> =>
    withSender(db)
      .where('invitations.organization_id', '=', organizationId)
      .where((where) =>
        where.or([
          where('invitations.max_uses', 'is', null),
          where('invitations.uses', '<', where.ref('invitations.max_uses')),
        ]),
      )
      .orderBy('invitations.created_at', 'desc')
      .orderBy('invitations.id', 'desc')
      .execute(),

  async countOpen(tx: Db, organizationId: number, now: number): Promise<number> {
    const row = await tx
      .selectFrom('invitations')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  find: (db: Db, organizationId: number, id: number): Promise<InvitationWithSender | undefined> =>
    withSender(db)
      .where('invitations.organization_id', '=', organizationId)
      .where('invitations.id', '=', id)
      .executeTakeFirst(),

  findByCode: (db: Db, codeHash: string): Promise<InvitationRow | undefined> =>
    db.selectFrom('invitations').selectAll().where('code_hash', '=', codeHash).executeTakeFirst(),

  /** Counts one use. False if there is none left, also if several people are asking at once. */
  async use(tx: Db, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set((set) => ({ uses: set('uses', '+', 1) }))
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async update(tx: Db, id: number, change: Partial<NewRow<'invitations'>>): Promise<void> {
    await tx.updateTable('invitations').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, organizationId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('invitations')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** Earlier invitations of the same people, which a new one replaces. */
  async deleteOf(tx: Db, organizationId: number, emails: readonly string[]): Promise<void> {
    if (emails.length === 0) return
    await tx
      .deleteFrom('invitations')
      .where('organization_id', '=', organizationId)
      .where('email', 'in', emails)
      .execute()
  },

  removeExpired: createRemoveOld('invitations', { key: 'id', time: 'expires_at' }),
}
