import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'

export const externalIdentityRepository = {
  findUser: (db: Db, provider: string, subject: string): Promise<UserAccount | undefined> =>
    userRepository
      .withStanding(db)
      .innerJoin('external_identities', 'external_identities.user_id', 'users.id')
      .where('external_identities.provider', '=', provider)
      .where('external_identities.subject', '=', subject)
      .executeTakeFirst(),

  /** Whether someone else can administer the person's organization. */
  async hasOtherAdmin(db: Db, { id, organization_id }: { id: number; organization_id: number }) {
    const other = await db
      .selectFrom('organization_roles')
      .innerJoin('users', 'users.id', 'organization_roles.user_id')
      .select('users.id')
      .where('organization_roles.organization_id', '=', organization_id)
      .where('organization_roles.role', 'in', ['admin', 'owner'])
      .whereRef('users.organization_id', '=', 'organization_roles.organization_id')
      .where('users.enabled', '=', 1)
      .where('users.id', '!=', id)
      .executeTakeFirst()
    return other !== undefined
  },

  /** Fails with a unique violation if the identity is already linked. */
  async insert(db: Db, identity: NewRow<'external_identities'>): Promise<void> {
    await db.insertInto('external_identities').values(identity).execute()
  },

  /** All identities that open the account, including linked LMS accounts. */
  async deleteAllOf(db: Db, userId: number): Promise<void> {
    await db.deleteFrom('external_identities').where('user_id', '=', userId).execute()
    await db.deleteFrom('lti_identity_links').where('user_id', '=', userId).execute()
  },
}
