import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

/** Rows of other modules with ids that come from LAMB. Everything else goes through the modules. */
export const targetRepository = {
  async isFree(db: Db, table: 'organizations' | 'users' | 'assistants' | 'knowledge_bases', id: number) {
    const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    return row === undefined
  },

  async findUserIds(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
    if (emails.length === 0) return new Map()
    const rows = await db.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()
    return new Map(rows.map(({ id, email }) => [email, id]))
  },

  async findTakenAssistants(db: Db, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('assistants').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  async findAssistantSettings(
    db: Db,
    ids: readonly number[],
  ): Promise<Map<number, Pick<Row<'assistants'>, 'organization_id' | 'metadata'>>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('assistants')
      .select(['id', 'organization_id', 'metadata'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },

  async organizationOf(
    db: Db,
    userId: number,
  ): Promise<Pick<Row<'users'>, 'organization_id' | 'user_type'> | undefined> {
    return db
      .selectFrom('users')
      .select(['organization_id', 'user_type'])
      .where('id', '=', userId)
      .executeTakeFirst()
  },

  async isSystemAdmin(db: Db, userId: number): Promise<boolean> {
    const row = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
    return row?.role === 'admin'
  },

  async ownerOfAssistant(
    db: Db,
    id: number,
  ): Promise<{ ownerId: number; organizationId: number } | undefined> {
    return db
      .selectFrom('assistants')
      .select(['owner_id as ownerId', 'organization_id as organizationId'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  async hasLtiUser(db: Db, organizationId: number, ltiUserId: string): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('lti_user_id', '=', ltiUserId)
      .executeTakeFirst()
    return row !== undefined
  },

  async insertPublication(db: Db, row: NewRow<'assistant_publications'>): Promise<void> {
    await db.insertInto('assistant_publications').values(row).execute()
  },

  async insertShare(db: Db, row: NewRow<'assistant_shares'>): Promise<void> {
    await db
      .insertInto('assistant_shares')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async isRubricIdFree(db: Db, rubricId: string): Promise<boolean> {
    const row = await db
      .selectFrom('rubrics')
      .select('id')
      .where('rubric_id', '=', rubricId)
      .executeTakeFirst()
    return row === undefined
  },

  async insertRubric(db: Db, row: NewRow<'rubrics'>): Promise<void> {
    await db.insertInto('rubrics').values(row).execute()
  },

  /** The names of this person's templates if the wanted one is taken, otherwise none. */
  async templateNames(
    db: Db,
    owner: { id: number; organizationId: number },
    name: string,
  ): Promise<Set<string>> {
    const ownTemplates = db
      .selectFrom('prompt_templates')
      .select('name')
      .where('organization_id', '=', owner.organizationId)
      .where('owner_id', '=', owner.id)
    const existing = await ownTemplates.where('name', '=', name).executeTakeFirst()
    return new Set(existing ? (await ownTemplates.execute()).map(({ name }) => name) : [])
  },

  async insertTemplate(db: Db, row: NewRow<'prompt_templates'>): Promise<number> {
    return (await db.insertInto('prompt_templates').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  async knowledgeNames(db: Db, ownerId: number): Promise<Set<string>> {
    const rows = await db
      .selectFrom('knowledge_bases')
      .select('name')
      .where('owner_id', '=', ownerId)
      .execute()
    return new Set(rows.map(({ name }) => name))
  },

  async documentNames(db: Db, knowledgeBaseId: number): Promise<Set<string>> {
    const rows = await db
      .selectFrom('knowledge_files')
      .select('name')
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .execute()
    return new Set(rows.map(({ name }) => name))
  },

  async ownerOfKnowledgeBase(db: Db, id: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('knowledge_bases')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.owner_id
  },

  async findKnowledgeBase(
    db: Db,
    id: number,
  ): Promise<Pick<Row<'knowledge_bases'>, 'owner_id' | 'organization_id' | 'is_shared'> | undefined> {
    return db
      .selectFrom('knowledge_bases')
      .select(['owner_id', 'organization_id', 'is_shared'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  async insertKnowledgeBase(db: Db, row: NewRow<'knowledge_bases'>): Promise<number> {
    return (await db.insertInto('knowledge_bases').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
}
