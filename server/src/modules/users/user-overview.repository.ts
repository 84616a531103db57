import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

const LAMB_NAME = sql<string>`coalesce(assistants.lamb_name, assistants.name)`.as('name')

/** The objects of one user, for their own page. */
export const userOverviewRepository = {
  async assistants(db: Db, userId: number) {
    const rows = await db
      .selectFrom('assistants')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select([
        'assistants.id',
        LAMB_NAME,
        'assistants.name as display_name',
        'assistants.description',
        'assistants.created_at',
        'assistant_publications.oauth_consumer_name',
      ])
      .where('assistants.owner_id', '=', userId)
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.id', 'desc')
      .execute()
    return rows.map(({ oauth_consumer_name, ...row }) => ({
      ...row,
      published: oauth_consumer_name !== null,
    }))
  },

  async templates(db: Db, userId: number) {
    const rows = await db
      .selectFrom('prompt_templates')
      .select(['id', 'name', 'description', 'is_shared', 'created_at'])
      .where('owner_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ is_shared, ...row }) => ({ ...row, is_shared: is_shared === 1 }))
  },

  async knowledgeBases(db: Db, userId: number) {
    const rows = await db
      .selectFrom('knowledge_bases')
      .select(['id', 'name', 'description', 'is_shared', 'created_at'])
      .where('owner_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ is_shared, ...row }) => ({ ...row, is_shared: is_shared === 1 }))
  },

  async rubrics(db: Db, userId: number) {
    const rows = await db
      .selectFrom('rubrics')
      .select(['rubric_id as id', 'title as name', 'description', 'is_public', 'created_at'])
      .where('owner_id', '=', userId)
      .orderBy('rubrics.id', 'desc')
      .execute()
    return rows.map(({ is_public, ...row }) => ({ ...row, is_public: is_public === 1 }))
  },

  /** Only within the user's own organization: shares across organizations have no effect. */
  sharedAssistants: (db: Db, userId: number) =>
    db
      .selectFrom('assistant_shares')
      .innerJoin('assistants', 'assistants.id', 'assistant_shares.assistant_id')
      .innerJoin('users as owners', 'owners.id', 'assistants.owner_id')
      .innerJoin('users as readers', 'readers.id', 'assistant_shares.user_id')
      .select([
        'assistants.id',
        LAMB_NAME,
        'assistants.name as display_name',
        'owners.email as owner',
        'assistant_shares.shared_at',
      ])
      .where('assistant_shares.user_id', '=', userId)
      .where('assistants.deleted_at', 'is', null)
      .whereRef('assistants.organization_id', '=', 'readers.organization_id')
      .orderBy('assistants.id', 'desc')
      .execute(),
}
