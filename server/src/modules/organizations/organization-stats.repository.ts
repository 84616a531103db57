import { parseJsonObject } from '@bellwether/wire'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** PostgreSQL returns sums as text, and null when there are no rows. */
const count = (value: unknown): number => Number(value ?? 0)

const hasTools = (metadata: string): boolean => {
  const tools = parseJsonObject(metadata)?.['tools']
  return Array.isArray(tools) && tools.length > 0
}

export const organizationStatsRepository = {
  /** Users by whether they may sign in and by type, of one organization or of all. */
  async users(db: Db, organizationId?: number) {
    const query = db
      .selectFrom('users')
      .select((select) => ['enabled', 'user_type', select.fn.countAll<number>().as('count')])
      .where('guest_link_id', 'is', null)
      .groupBy(['enabled', 'user_type'])
    const rows = await (organizationId === undefined
      ? query
      : query.where('organization_id', '=', organizationId)
    ).execute()
    const sum = (matches: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(matches).reduce((total, row) => total + count(row.count), 0)
    return {
      total: sum(() => true),
      enabled: sum((row) => row.enabled === 1),
      disabled: sum((row) => row.enabled === 0),
      creators: sum((row) => row.user_type === 'creator'),
      end_users: sum((row) => row.user_type === 'end_user'),
    }
  },

  async assistants(db: Db, organizationId?: number) {
    const query = db
      .selectFrom('assistants')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select((select) => [
        select.fn.count<number>('assistants.id').as('total'),
        select.fn.count<number>('assistant_publications.oauth_consumer_name').as('published'),
      ])
      .where('assistants.deleted_at', 'is', null)
    const row = await (organizationId === undefined
      ? query
      : query.where('assistants.organization_id', '=', organizationId)
    ).executeTakeFirst()
    const [total, published] = [count(row?.total), count(row?.published)]
    return { total, published, unpublished: total - published }
  },

  /** Assistants with at least one tool, enabled or disabled, of one organization or of all. */
  async assistantsWithTools(db: Db, organizationId?: number): Promise<number> {
    const query = db.selectFrom('assistants').select('metadata').where('deleted_at', 'is', null)
    const rows = await (organizationId === undefined
      ? query
      : query.where('organization_id', '=', organizationId)
    ).execute()
    return rows.filter(({ metadata }) => hasTools(metadata)).length
  },

  async organizations(db: Db) {
    const rows = await db
      .selectFrom('organizations')
      .select((select) => ['status', select.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute()
    const total = rows.reduce((sum, row) => sum + count(row.count), 0)
    const inactive = count(rows.find((row) => row.status === 'suspended')?.count)
    return { total, active: total - inactive, inactive }
  },

  async templates(db: Db) {
    const row = await db
      .selectFrom('prompt_templates')
      .select((select) => [
        select.fn.countAll<number>().as('total'),
        select.fn.sum<number>('is_shared').as('shared'),
      ])
      .executeTakeFirst()
    return { total: count(row?.total), shared: count(row?.shared) }
  },

  async knowledgeBases(db: Db, organizationId?: number) {
    const query = db
      .selectFrom('knowledge_bases')
      .select((select) => [
        select.fn.countAll<number>().as('total'),
        select.fn.sum<number>('is_shared').as('shared'),
      ])
    const row = await (organizationId === undefined
      ? query
      : query.where('organization_id', '=', organizationId)
    ).executeTakeFirst()
    return { total: count(row?.total), shared: count(row?.shared) }
  },

  async rubrics(db: Db) {
    const row = await db
      .selectFrom('rubrics')
      .select((select) => [
        select.fn.countAll<number>().as('total'),
        select.fn.sum<number>('is_public').as('public'),
      ])
      .executeTakeFirst()
    return { total: count(row?.total), public: count(row?.public) }
  },

  /** Usage of the organization's assistants by provider and model. */
  async usage(db: Db, organizationId: number) {
    const rows = await db
      .selectFrom('usage_records')
      .select((select) => [
        'provider',
        'model',
        select.fn.countAll<number>().as('answers'),
        select.fn.sum<number>('input_tokens').as('prompt_tokens'),
        select.fn.sum<number>('output_tokens').as('completion_tokens'),
      ])
      .where('organization_id', '=', organizationId)
      .groupBy(['provider', 'model'])
      .orderBy('provider')
      .orderBy('model')
      .execute()
    return rows.map((row) => ({
      provider: row.provider,
      model: row.model,
      answers: count(row.answers),
      prompt_tokens: count(row.prompt_tokens),
      completion_tokens: count(row.completion_tokens),
      total_tokens: count(row.prompt_tokens) + count(row.completion_tokens),
    }))
  },

  /** Every assistant of an organization, for its admins. */
  listAssistants: (db: Db, organizationId: number) =>
    db
      .selectFrom('assistants')
      .innerJoin('users', 'users.id', 'assistants.owner_id')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select([
        'assistants.id',
        sql<string>`coalesce(assistants.lamb_name, assistants.name)`.as('name'),
        'assistants.name as display_name',
        'assistants.description',
        'users.email as owner',
        'assistant_publications.oauth_consumer_name',
        'assistant_publications.group_id',
        'assistants.created_at',
      ])
      .where('assistants.organization_id', '=', organizationId)
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.id', 'desc')
      .execute(),
}
