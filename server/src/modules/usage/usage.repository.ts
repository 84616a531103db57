import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { preparedInsert } from '../../platform/db/prepared.ts'
import type { Row } from '../../platform/db/schema.ts'

const insertMany = preparedInsert('usage_records', {
  fields: [
    'kind',
    'organization_id',
    'assistant_id',
    'owner_id',
    'user_id',
    'end_user',
    'provider',
    'model',
    'input_tokens',
    'output_tokens',
    'cached_tokens',
    'cache_write_tokens',
    'reasoning_tokens',
    'cost',
    'unpriced',
    'tool_calls',
    'outcome',
    'tool',
    'units',
    'system_provider',
    'created_at',
  ],
  defaults: {
    kind: 'answer',
    cached_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    unpriced: 0,
    tool_calls: 0,
    units: 0,
    system_provider: 0,
  },
  sizes: [128, 16, 1],
})

export const usageRepository = {
  insertMany,

  /** The latest answer recorded for an assistant. */
  lastOf: (db: Db, assistantId: number): Promise<Row<'usage_records'> | undefined> =>
    db
      .selectFrom('usage_records')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .where('kind', '=', 'answer')
      .orderBy('id', 'desc')
      .executeTakeFirst(),

  async totalsOf(
    db: Db,
    assistantId: number,
  ): Promise<{ inputTokens: number; outputTokens: number; answers: number; cost: number }> {
    const row = await db
      .selectFrom('usage_records')
      .select((select) => [
        select.fn.sum<number>('input_tokens').as('input'),
        select.fn.sum<number>('output_tokens').as('output'),
        sql<number>`sum(case when kind = 'answer' then 1 else 0 end)`.as('answers'),
        select.fn.sum<number>('cost').as('cost'),
      ])
      .where('assistant_id', '=', assistantId)
      .executeTakeFirst()
    return {
      inputTokens: Number(row?.input ?? 0),
      outputTokens: Number(row?.output ?? 0),
      answers: Number(row?.answers ?? 0),
      /** Millionths. */
      cost: Number(row?.cost ?? 0),
    }
  },
}
