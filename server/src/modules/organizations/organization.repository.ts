import type { Db } from '../../platform/db/db.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type OrganizationRow = Row<'organizations'>

/** Runs several times per answer: most steps depend on the organization's settings. */
const byId = preparedQuery(
  (db, p: { id: number }) => db.selectFrom('organizations').selectAll().where('id', '=', p.id),
  { remember: 500 },
)

export const organizationRepository = {
  findById: (db: Db, id: number): Promise<OrganizationRow | undefined> => byId.first(db, { id }),

  findBySlug: (db: Db, slug: string): Promise<OrganizationRow | undefined> =>
    db.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst(),

  findSystem: (db: Db): Promise<OrganizationRow | undefined> =>
    db.selectFrom('organizations').selectAll().where('is_system', '=', 1).executeTakeFirst(),

  list: (db: Db, status?: OrganizationRow['status']): Promise<OrganizationRow[]> => {
    const query = db.selectFrom('organizations').selectAll().orderBy('id')
    return (status ? query.where('status', '=', status) : query).execute()
  },

  /** Reads and locks the row until the transaction ends. A plain update does that on both databases. */
  lock: (tx: Db, id: number): Promise<OrganizationRow | undefined> =>
    tx
      .updateTable('organizations')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** The same for the system organization. Changes to system admins also use this lock to run one at a time. */
  lockSystem: (tx: Db): Promise<OrganizationRow | undefined> =>
    tx
      .updateTable('organizations')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('is_system', '=', 1)
      .returningAll()
      .executeTakeFirst(),

  insert: (db: Db, organization: NewRow<'organizations'>): Promise<OrganizationRow> =>
    db.insertInto('organizations').values(organization).returningAll().executeTakeFirstOrThrow(),

  /** Also increments the version, so that caches drop the old settings. */
  update: (
    db: Db,
    id: number,
    change: Partial<NewRow<'organizations'>>,
  ): Promise<OrganizationRow | undefined> =>
    db
      .updateTable('organizations')
      .set((set) => ({ ...change, version: set('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** Increments all versions, because other organizations may cache parts of the system organization. */
  async renewAll(db: Db): Promise<void> {
    await db
      .updateTable('organizations')
      .set((set) => ({ version: set('version', '+', 1) }))
      .where('is_system', '=', 0)
      .execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('organizations').where('id', '=', id).execute()
  },
}
