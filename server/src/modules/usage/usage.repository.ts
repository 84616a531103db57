import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

type UsageRow = NewRow<'usage_records'>

const FIELDS = [
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
  'cost',
  'unpriced',
  'tool_calls',
  'outcome',
  'tool',
  'units',
  'system_provider',
  'created_at',
] as const satisfies (keyof UsageRow)[]

const DEFAULTS: Partial<Record<(typeof FIELDS)[number], string | number>> = {
  kind: 'answer',
  unpriced: 0,
  tool_calls: 0,
  units: 0,
  system_provider: 0,
}

/**
 * Inserts of fixed sizes, compiled once: building the SQL for a few hundred rows costs far more than running it, and
 * this runs for every answer.
 */
const insertOf = (size: number) => ({
  size,
  query: preparedQuery((db, p: Record<string, never>) =>
    db.insertInto('usage_records').values(
      Array.from({ length: size }, (_, at) => {
        const row = Object.fromEntries(FIELDS.map((field) => [field, p[`${field}${at}`]]))
        return row as unknown as UsageRow
      }),
    ),
  ),
})
const INSERTS = [128, 16, 1].map(insertOf)

export const usageRepository = {
  async insertMany(db: Db, rows: readonly UsageRow[]): Promise<void> {
    let done = 0
    for (const { size, query } of INSERTS) {
      for (; rows.length - done >= size; done += size) {
        const params: Record<string, unknown> = {}
        for (let at = 0; at < size; at++) {
          for (const field of FIELDS)
            params[`${field}${at}`] = rows[done + at]?.[field] ?? DEFAULTS[field] ?? null
        }
        await query.all(db, params as Record<string, never>)
      }
    }
  },

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
