import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import type { ProviderRow } from './provider.ts'

export interface OfferedProvider extends Pick<ProviderRow, 'id' | 'kind' | 'name'> {
  organization_slug: string
  organization_name: string
}

export const providerRepository = {
  find: (db: Db, organizationId: number, id: string): Promise<ProviderRow | undefined> =>
    db
      .selectFrom('sign_in_providers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  listOf: (db: Db, organizationId: number): Promise<ProviderRow[]> =>
    db
      .selectFrom('sign_in_providers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Enabled, and its organization is not suspended. */
  findUsable: (db: Db, id: string): Promise<ProviderRow | undefined> =>
    usable(db).selectAll('sign_in_providers').where('sign_in_providers.id', '=', id).executeTakeFirst(),

  listUsable: (db: Db, limit: number, slug?: string): Promise<OfferedProvider[]> => {
    const all = usable(db)
      .select([
        'sign_in_providers.id',
        'sign_in_providers.kind',
        'sign_in_providers.name',
        'organizations.slug as organization_slug',
        'organizations.name as organization_name',
      ])
      .orderBy('sign_in_providers.name')
      .orderBy('sign_in_providers.id')
      .limit(limit)
    return (slug === undefined ? all : all.where('organizations.slug', '=', slug)).execute()
  },

  /** SAML providers of all organizations that can be used. */
  listSaml: (db: Db): Promise<ProviderRow[]> =>
    usable(db)
      .selectAll('sign_in_providers')
      .where('sign_in_providers.kind', '=', 'saml')
      .orderBy('sign_in_providers.id')
      .execute(),

  /** False, without a change, if the row was changed after it was read. */
  async updateSettings(db: Db, row: ProviderRow, settings: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('sign_in_providers')
      .set({ settings })
      .where('id', '=', row.id)
      .where('issuer', '=', row.issuer)
      .where('settings', '=', row.settings)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async insert(db: Db, row: NewRow<'sign_in_providers'>): Promise<ProviderRow> {
    return db.insertInto('sign_in_providers').values(row).returningAll().executeTakeFirstOrThrow()
  },

  async update(db: Db, id: string, change: Partial<NewRow<'sign_in_providers'>>): Promise<void> {
    await db.updateTable('sign_in_providers').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('sign_in_providers').where('id', '=', id).execute()
  },

  async isPasswordHidden(db: Db, organizationId: number): Promise<boolean> {
    const row = await db
      .selectFrom('sign_in_settings')
      .select('password_hidden')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    return row?.password_hidden === 1
  },

  async setPasswordHidden(db: Db, organizationId: number, isHidden: boolean): Promise<void> {
    const password_hidden = isHidden ? 1 : 0
    await db
      .insertInto('sign_in_settings')
      .values({ organization_id: organizationId, password_hidden })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ password_hidden }))
      .execute()
  },

  /**
   * Whether one of these organizations accepts passwords; by default any organization. One that has hidden them still
   * does while it has no provider.
   */
  async isPasswordOffered(
    db: Db,
    filter: { hasEnvironment: boolean; organizationId?: number; slug?: string | undefined },
  ): Promise<boolean> {
    const all = db
      .selectFrom('organizations')
      .leftJoin('sign_in_settings', 'sign_in_settings.organization_id', 'organizations.id')
      .select('organizations.id')
      .where('organizations.status', '!=', 'suspended')
      .where((where) =>
        where.or([
          where('sign_in_settings.password_hidden', 'is', null),
          where('sign_in_settings.password_hidden', '=', 0),
          ...(filter.hasEnvironment
            ? []
            : [
                where.not(
                  where.exists(
                    where
                      .selectFrom('sign_in_providers')
                      .select('sign_in_providers.id')
                      .whereRef('sign_in_providers.organization_id', '=', 'organizations.id')
                      .where('sign_in_providers.enabled', '=', 1),
                  ),
                ),
              ]),
        ]),
      )
      .limit(1)
    const ofOrganization =
      filter.organizationId === undefined ? all : all.where('organizations.id', '=', filter.organizationId)
    const ofSlug =
      filter.slug === undefined
        ? ofOrganization
        : ofOrganization.where('organizations.slug', '=', filter.slug)
    return (await ofSlug.executeTakeFirst()) !== undefined
  },
}

const usable = (db: Db) =>
  db
    .selectFrom('sign_in_providers')
    .innerJoin('organizations', 'organizations.id', 'sign_in_providers.organization_id')
    .where('sign_in_providers.enabled', '=', 1)
    .where('organizations.status', '!=', 'suspended')
