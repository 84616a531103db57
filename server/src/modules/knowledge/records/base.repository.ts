import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export interface BaseWithOwner extends Row<'knowledge_bases'> {
  owner_name: string
  owner_email: string
}

/** The owner on whose behalf an assistant searches. */
export interface KnowledgeOwner {
  userId: number
  organizationId: number
}

const withOwner = (db: Db) =>
  db
    .selectFrom('knowledge_bases')
    .innerJoin('users', 'users.id', 'knowledge_bases.owner_id')
    .selectAll('knowledge_bases')
    .select(['users.name as owner_name', 'users.email as owner_email'])

/** Runs with every answer of an assistant that searches; the result rarely changes. */
const byId = preparedQuery(
  (db, p: { id: number }) =>
    db
      .selectFrom('knowledge_bases')
      .select(['id', 'name', 'organization_id', 'owner_id', 'is_shared', 'index_version', 'settings'])
      .where('id', '=', p.id),
  { remember: 1000 },
)

export const baseRepository = {
  /** Only system admins read across organizations. */
  async find(db: Db, caller: UserCaller, id: number): Promise<BaseWithOwner | undefined> {
    let query = withOwner(db).where('knowledge_bases.id', '=', id)
    if (!caller.systemAdmin)
      query = query.where('knowledge_bases.organization_id', '=', caller.organizationId)
    return query.executeTakeFirst()
  },

  /** The knowledge bases that an assistant of this owner may search. */
  async findForOwner(db: Db, owner: KnowledgeOwner, id: number) {
    const base = await byId.first(db, { id })
    if (!base || base.organization_id !== owner.organizationId) return undefined
    return base.owner_id === owner.userId || base.is_shared === 1 ? base : undefined
  },

  listOwn: (db: Db, owner: KnowledgeOwner): Promise<BaseWithOwner[]> =>
    withOwner(db)
      .where('knowledge_bases.owner_id', '=', owner.userId)
      .where('knowledge_bases.organization_id', '=', owner.organizationId)
      .orderBy('knowledge_bases.id', 'desc')
      .execute(),

  /** Other people's, shared with the organization. */
  listShared: (db: Db, owner: KnowledgeOwner): Promise<BaseWithOwner[]> =>
    withOwner(db)
      .where('knowledge_bases.is_shared', '=', 1)
      .where('knowledge_bases.organization_id', '=', owner.organizationId)
      .where('knowledge_bases.owner_id', '!=', owner.userId)
      .orderBy('knowledge_bases.id', 'desc')
      .execute(),

  /** Unix seconds. Does not check access. */
  async findCreatedAt(db: Db, id: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('knowledge_bases')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.created_at
  },

  async insert(db: Db, base: NewRow<'knowledge_bases'>): Promise<number> {
    return (await db.insertInto('knowledge_bases').values(base).returning('id').executeTakeFirstOrThrow()).id
  },

  async update(db: Db, id: number, change: Partial<NewRow<'knowledge_bases'>>): Promise<void> {
    await db.updateTable('knowledge_bases').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('knowledge_bases').where('id', '=', id).execute()
  },

  /** Its search results have changed. */
  async markChanged(db: Db, id: number): Promise<void> {
    await db
      .updateTable('knowledge_bases')
      .set((set) => ({ index_version: set('index_version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
}

/** Locks it until the transaction ends. An update without changes, because SQLite lacks `for update`. */
export async function lockBase(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('knowledge_bases')
    .set((set) => ({ updated_at: set.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}
