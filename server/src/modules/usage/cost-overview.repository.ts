import type { Db } from '../../platform/db/db.ts'

/** The cost of every assistant that has been used, of all organizations. For system admins. */
export const costOverviewRepository = {
  async totals(db: Db) {
    const row = await db
      .selectFrom('usage_records')
      .select((select) => [
        select.fn.sum<number>('input_tokens').as('input_tokens'),
        select.fn.sum<number>('output_tokens').as('output_tokens'),
        select.fn.sum<number>('cost').as('cost'),
      ])
      .executeTakeFirst()
    return toFigures(row)
  },

  async count(db: Db): Promise<number> {
    const row = await db
      .selectFrom('usage_records')
      .innerJoin('assistants', 'assistants.id', 'usage_records.assistant_id')
      .select((select) => select.fn.count<number>('usage_records.assistant_id').distinct().as('count'))
      .where('assistants.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /** Most expensive first. */
  async byAssistant(db: Db, { limit, offset }: { limit: number; offset: number }) {
    const rows = await db
      .selectFrom('usage_records')
      .innerJoin('assistants', 'assistants.id', 'usage_records.assistant_id')
      .innerJoin('users', 'users.id', 'assistants.owner_id')
      .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
      .select((select) => [
        'assistants.id',
        'assistants.name',
        'assistants.lamb_name',
        'assistants.owner_id',
        'assistants.metadata',
        'users.email as owner',
        'organizations.id as organization_id',
        'organizations.name as organization_name',
        select.fn.sum<number>('usage_records.input_tokens').as('input_tokens'),
        select.fn.sum<number>('usage_records.output_tokens').as('output_tokens'),
        select.fn.sum<number>('usage_records.cost').as('cost'),
      ])
      .where('assistants.deleted_at', 'is', null)
      .groupBy(['assistants.id', 'users.email', 'organizations.id', 'organizations.name'])
      .orderBy('cost', 'desc')
      .orderBy('assistants.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map((row) => ({ ...row, ...toFigures(row) }))
  },
}

/** PostgreSQL returns sums as text, and null when there are no rows. Costs are in millionths. */
const toFigures = (row: { input_tokens: unknown; output_tokens: unknown; cost: unknown } | undefined) => ({
  inputTokens: Number(row?.input_tokens ?? 0),
  outputTokens: Number(row?.output_tokens ?? 0),
  cost: Number(row?.cost ?? 0),
})
