import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

/** Ids of people are unique in one LMS, and several LMSs of an organization may have its key. */
export const creatorPlatform = (organizationId: number, platform: string): string =>
  `creator ${organizationId} ${platform}`

/** The platform as a provider of external identities. */
export const providerOf = (platform: string): string => `lti ${platform}`

export const ltiAccountRepository = {
  async findLinked(db: Db, platform: string, lmsUserId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('lti_identity_links')
      .select('user_id')
      .where('platform', '=', platform)
      .where('lms_user_id', '=', lmsUserId)
      .executeTakeFirst()
    return row?.user_id
  },

  /** The ids under which the account came from these platforms, linked by the person or found by its launches. */
  async lmsUserIdsOf(db: Db, userId: number, platforms: readonly string[]): Promise<string[]> {
    if (platforms.length === 0) return []
    const linked = db
      .selectFrom('lti_identity_links')
      .select('lms_user_id')
      .where('user_id', '=', userId)
      .where('platform', 'in', platforms)
    const signedIn = db
      .selectFrom('external_identities')
      .select('subject as lms_user_id')
      .where('user_id', '=', userId)
      .where('provider', 'in', platforms.map(providerOf))
    const rows = await linked.union(signedIn).execute()
    return rows.map((row) => row.lms_user_id)
  },

  /** Gives an imported link its platform. Undefined if there is none. */
  async adoptLink(db: Db, from: string, platform: string, lmsUserId: string): Promise<number | undefined> {
    const row = await db
      .updateTable('lti_identity_links')
      .set({ platform })
      .where('platform', '=', from)
      .where('lms_user_id', '=', lmsUserId)
      .returning('user_id')
      .executeTakeFirst()
    return row?.user_id
  },

  /** The same for the account of a launch of one assistant. */
  async adoptAssistantUser(
    db: Db,
    assistantId: number,
    from: string,
    platform: string,
    lmsUserId: string,
  ): Promise<number | undefined> {
    const row = await db
      .updateTable('lti_assistant_users')
      .set({ platform })
      .where('assistant_id', '=', assistantId)
      .where('platform', '=', from)
      .where('lms_user_id', '=', lmsUserId)
      .returning('user_id')
      .executeTakeFirst()
    return row?.user_id
  },

  async link(db: Db, row: NewRow<'lti_identity_links'>): Promise<void> {
    const { user_id, linked_at } = row
    await db
      .insertInto('lti_identity_links')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['platform', 'lms_user_id']).doUpdateSet({ user_id, linked_at }),
      )
      .execute()
  },

  /** An educator who has come from this LMS with the organization's key. */
  async findClaimedCreator(
    db: Db,
    organizationId: number,
    platform: string,
    lmsUserId: string,
  ): Promise<number | undefined> {
    const row = await db
      .selectFrom('lti_identity_links')
      .innerJoin('users', 'users.id', 'lti_identity_links.user_id')
      .select('users.id')
      .where('lti_identity_links.platform', '=', creatorPlatform(organizationId, platform))
      .where('lti_identity_links.lms_user_id', '=', lmsUserId)
      .where('users.organization_id', '=', organizationId)
      .executeTakeFirst()
    return row?.id
  },

  /** An educator whose LMS is unknown: imported, or created by an earlier version. */
  async findUnclaimedCreator(db: Db, organizationId: number, lmsUserId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('users')
      .select('users.id')
      .where('organization_id', '=', organizationId)
      .where('lti_user_id', '=', lmsUserId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('lti_identity_links')
              .select('lti_identity_links.user_id')
              .whereRef('lti_identity_links.user_id', '=', 'users.id')
              .where('lti_identity_links.platform', 'like', 'creator %'),
          ),
        ),
      )
      .executeTakeFirst()
    return row?.id
  },

  /** An educator who was created by a launch with the organization's key. */
  findCreator: async (
    db: Db,
    organizationId: number,
    platform: string,
    lmsUserId: string,
  ): Promise<number | undefined> =>
    (await ltiAccountRepository.findClaimedCreator(db, organizationId, platform, lmsUserId)) ??
    (await ltiAccountRepository.findUnclaimedCreator(db, organizationId, lmsUserId)),

  async organizationOf(db: Db, userId: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', userId)
      .executeTakeFirst()
    return row?.organization_id
  },

  /** At most `limit` ids of organizations whose educators come with a key of their own. */
  async organizationsWithKey(db: Db, limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('lti_creator_keys')
      .select('organization_id')
      .orderBy('organization_id')
      .limit(limit)
      .execute()
    return rows.map((row) => row.organization_id)
  },

  async hasOtherOrganizations(db: Db, organizationId: number): Promise<boolean> {
    const row = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '!=', organizationId)
      .where('is_system', '=', 0)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  findActivityUser: (
    db: Db,
    activityId: number,
    lmsUserId: string,
  ): Promise<Row<'lti_activity_users'> | undefined> =>
    db
      .selectFrom('lti_activity_users')
      .selectAll()
      .where('activity_id', '=', activityId)
      .where('lms_user_id', '=', lmsUserId)
      .executeTakeFirst(),

  findMembership: (
    db: Db,
    activityId: number,
    userId: number,
  ): Promise<Row<'lti_activity_users'> | undefined> =>
    db
      .selectFrom('lti_activity_users')
      .selectAll()
      .where('activity_id', '=', activityId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  async insertActivityUser(db: Db, row: NewRow<'lti_activity_users'>): Promise<void> {
    await db.insertInto('lti_activity_users').values(row).execute()
  },

  /** For accounts that are the same in all activities. */
  async joinActivity(db: Db, row: NewRow<'lti_activity_users'>): Promise<void> {
    await db
      .insertInto('lti_activity_users')
      .values(row)
      .onConflict((conflict) => conflict.columns(['activity_id', 'lms_user_id']).doNothing())
      .execute()
  },

  async noteAccess(
    db: Db,
    key: { activityId: number; lmsUserId: string },
    change: { role: Row<'lti_activity_users'>['role']; now: number },
  ): Promise<void> {
    await db
      .updateTable('lti_activity_users')
      .set((set) => ({
        role: change.role,
        last_access_at: change.now,
        access_count: set('access_count', '+', 1),
      }))
      .where('activity_id', '=', key.activityId)
      .where('lms_user_id', '=', key.lmsUserId)
      .execute()
  },

  async giveConsent(db: Db, activityId: number, userId: number, now: number): Promise<void> {
    await db
      .updateTable('lti_activity_users')
      .set({ consent_at: now })
      .where('activity_id', '=', activityId)
      .where('user_id', '=', userId)
      .where('consent_at', 'is', null)
      .execute()
  },

  async withdrawConsent(db: Db, activityId: number, userId: number): Promise<void> {
    await db
      .updateTable('lti_activity_users')
      .set({ consent_at: null })
      .where('activity_id', '=', activityId)
      .where('user_id', '=', userId)
      .execute()
  },

  async findAssistantUser(
    db: Db,
    assistantId: number,
    platform: string,
    lmsUserId: string,
  ): Promise<number | undefined> {
    const row = await db
      .selectFrom('lti_assistant_users')
      .select('user_id')
      .where('assistant_id', '=', assistantId)
      .where('platform', '=', platform)
      .where('lms_user_id', '=', lmsUserId)
      .executeTakeFirst()
    return row?.user_id
  },

  async insertAssistantUser(db: Db, row: NewRow<'lti_assistant_users'>): Promise<void> {
    await db.insertInto('lti_assistant_users').values(row).execute()
  },

  /** The published assistant with this consumer name. */
  findPublished: (
    db: Db,
    consumerName: string,
  ): Promise<{ id: number; organization_id: number } | undefined> =>
    db
      .selectFrom('assistant_publications')
      .innerJoin('assistants', 'assistants.id', 'assistant_publications.assistant_id')
      .select(['assistants.id', 'assistants.organization_id'])
      .where('assistant_publications.oauth_consumer_name', '=', consumerName)
      .where('assistants.deleted_at', 'is', null)
      .executeTakeFirst(),
}
