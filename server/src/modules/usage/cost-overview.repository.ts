import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Database } from '../../platform/db/schema.ts'

/** The cost of all assistants of the installation, used or not. For system admins. */
export const costOverviewRepository = {
  /** Sums of all assistants that still exist, and how many there are. */
  async totals(db: Db) {
    const sums = await db
      .selectFrom('usage_records')
      .innerJoin('assistants', 'assistants.id', 'usage_records.assistant_id')
      .select(sumsOf)
      .where('assistants.deleted_at', 'is', null)
      .executeTakeFirst()
    const { count } = await db
      .selectFrom('assistants')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { ...toFigures(sums), assistants: Number(count) }
  },

  /** Most expensive first. */
  async byAssistant(db: Db, { limit, offset }: { limit: number; offset: number }) {
    const rows = await withCosts(db)
      .innerJoin('users', 'users.id', 'assistants.owner_id')
      .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
      .select([
        'assistants.name',
        'assistants.lamb_name',
        'assistants.owner_id',
        'users.email as owner',
        'organizations.id as organization_id',
        'organizations.name as organization_name',
      ])
      .orderBy(sql`coalesce(costs.cost, 0)`, 'desc')
      .orderBy('assistants.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row) => ({ ...row, ...toFigures(row) }))
  },

  /** The settings and the cost of each, whose quota the caller reads. */
  async settings(db: Db) {
    const rows = await withCosts(db).execute()
    return rows.map(({ metadata, cost }) => ({ metadata, cost: Number(cost ?? 0) }))
  },
}

function withCosts(db: Db) {
  const costs = db
    .selectFrom('usage_records')
    .select(sumsOf)
    .select('usage_records.assistant_id')
    .groupBy('usage_records.assistant_id')
    .as('costs')
  return db
    .selectFrom('assistants')
    .leftJoin(costs, 'costs.assistant_id', 'assistants.id')
    .select([
      'assistants.id',
      'assistants.metadata',
      'costs.input_tokens',
      'costs.output_tokens',
      'costs.cost',
    ])
    .where('assistants.deleted_at', 'is', null)
}

const sumsOf = (select: ExpressionBuilder<Database, 'usage_records'>) =>
  [
    select.fn.sum<number>('usage_records.input_tokens').as('input_tokens'),
    select.fn.sum<number>('usage_records.output_tokens').as('output_tokens'),
    select.fn.sum<number>('usage_records.cost').as('cost'),
  ] as const

/** PostgreSQL returns sums as text, and null when there are no rows. Costs are in millionths. */
const toFigures = (row: { input_tokens: unknown; output_tokens: unknown; cost: unknown } | undefined) => ({
  inputTokens: Number(row?.input_tokens ?? 0),
  outputTokens: Number(row?.output_tokens ?? 0),
  cost: Number(row?.cost ?? 0),
})
