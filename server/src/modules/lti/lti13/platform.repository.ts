import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type PlatformRow = Row<'lti_platforms'>

/** Links and people are unique within a client of an LMS and one organization. */
export const platformKey = ({
  organization_id,
  issuer,
  client_id,
}: Pick<PlatformRow, 'organization_id' | 'issuer' | 'client_id'>): string =>
  `1.3 ${organization_id} ${issuer} ${client_id}`

export interface PlatformWithDeployments extends PlatformRow {
  deployments: string[]
}

export const platformRepository = {
  /** One row per organization that has registered this client. */
  findByClient: (db: Db, issuer: string, clientId: string | undefined): Promise<PlatformRow[]> => {
    const query = db.selectFrom('lti_platforms').selectAll().where('issuer', '=', issuer).orderBy('id')
    return (clientId === undefined ? query : query.where('client_id', '=', clientId)).execute()
  },

  /** Those of other LMSs. */
  listOthers: (db: Db, issuer: string): Promise<PlatformRow[]> =>
    db.selectFrom('lti_platforms').selectAll().where('issuer', '!=', issuer).execute(),

  find: (db: Db, id: number): Promise<PlatformRow | undefined> =>
    db.selectFrom('lti_platforms').selectAll().where('id', '=', id).executeTakeFirst(),

  listOf: (db: Db, organizationId: number): Promise<PlatformRow[]> =>
    db
      .selectFrom('lti_platforms')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute(),

  async list(db: Db, organizationId: number): Promise<PlatformWithDeployments[]> {
    const rows = await platformRepository.listOf(db, organizationId)
    if (rows.length === 0) return []
    const deployments = await db
      .selectFrom('lti_deployments')
      .select(['platform_id', 'deployment_id'])
      .where(
        'platform_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('created_at')
      .orderBy('deployment_id')
      .execute()
    return rows.map((row) => ({
      ...row,
      deployments: deployments
        .filter(({ platform_id }) => platform_id === row.id)
        .map(({ deployment_id }) => deployment_id),
    }))
  },

  /** Fails with a unique violation if the organization has registered this client already. */
  async insert(tx: Db, row: NewRow<'lti_platforms'>): Promise<number> {
    return (await tx.insertInto('lti_platforms').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  async update(tx: Db, id: number, change: Partial<NewRow<'lti_platforms'>>): Promise<void> {
    await tx.updateTable('lti_platforms').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('lti_platforms').where('id', '=', id).execute()
  },

  /** Fails with a unique violation if a deployment belongs to another platform. */
  async setDeployments(tx: Db, platform: PlatformRow, ids: readonly string[], now: number): Promise<void> {
    await tx.deleteFrom('lti_deployments').where('platform_id', '=', platform.id).execute()
    for (const id of ids) await platformRepository.addDeployment(tx, platform, id, now)
  },

  async addDeployment(tx: Db, platform: PlatformRow, deploymentId: string, now: number): Promise<void> {
    const { issuer, client_id } = platform
    await tx
      .insertInto('lti_deployments')
      .values({ platform_id: platform.id, issuer, client_id, deployment_id: deploymentId, created_at: now })
      .execute()
  },

  findByDeployment: (
    db: Db,
    issuer: string,
    clientId: string,
    deploymentId: string,
  ): Promise<PlatformRow | undefined> =>
    db
      .selectFrom('lti_deployments')
      .innerJoin('lti_platforms', 'lti_platforms.id', 'lti_deployments.platform_id')
      .selectAll('lti_platforms')
      .where('lti_deployments.issuer', '=', issuer)
      .where('lti_deployments.client_id', '=', clientId)
      .where('lti_deployments.deployment_id', '=', deploymentId)
      .executeTakeFirst(),

  async hasDeployments(db: Db, platformId: number): Promise<boolean> {
    const row = await db
      .selectFrom('lti_deployments')
      .select('deployment_id')
      .where('platform_id', '=', platformId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  async countDeployments(db: Db, issuer: string, clientId: string): Promise<number> {
    const { count } = await db
      .selectFrom('lti_deployments')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('issuer', '=', issuer)
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}
