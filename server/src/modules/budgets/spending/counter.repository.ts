import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { type Amounts, fitsInto, KINDS, type Maxima } from '../amounts.ts'
import { periodAt } from '../periods.ts'
import type { AppliedBudget } from '../rules.ts'

export type CounterRow = Row<'budget_counters'>

export interface CounterKey {
  budgetId: number
  subject: string
  periodStart: number
}

export const keyOf = ({ budget, subject }: AppliedBudget, at: number): CounterKey => ({
  budgetId: budget.id,
  subject,
  periodStart: periodAt(budget.period, at).start,
})

const ref = (name: string) => sql<number>`${sql.ref(`budget_counters.${name}`)}`

/** Whether the amounts fit. An amount of zero can't be refused. */
const hasRoom = (amounts: Amounts, maxima: Maxima): Expression<SqlBool> =>
  sql<SqlBool>`${sql.join(
    [
      sql`1 = 1`,
      ...KINDS.flatMap((kind) => {
        const maximum = maxima[kind]
        if (maximum === null || amounts[kind] === 0) return []
        return [sql`${ref(`spent_${kind}`)} + ${ref(`reserved_${kind}`)} + ${amounts[kind]} <= ${maximum}`]
      }),
    ],
    sql` and `,
  )}`

export const counterRepository = {
  async of(db: Db, keys: readonly CounterKey[]): Promise<CounterRow[]> {
    if (keys.length === 0) return []
    const rows = await db
      .selectFrom('budget_counters')
      .selectAll()
      .where(
        'budget_id',
        'in',
        keys.map((key) => key.budgetId),
      )
      .where('subject', 'in', [...new Set(keys.map((key) => key.subject))])
      .where('period_start', 'in', [...new Set(keys.map((key) => key.periodStart))])
      .execute()
    return rows.filter((row) => keys.some((key) => isSame(key, row)))
  },

  /** The counters with the highest usage. */
  mostUsed: (db: Db, budgetId: number, periodStart: number, limit: number): Promise<CounterRow[]> =>
    db
      .selectFrom('budget_counters')
      .selectAll()
      .where('budget_id', '=', budgetId)
      .where('period_start', '=', periodStart)
      .orderBy('spent_cost', 'desc')
      .orderBy('spent_tokens', 'desc')
      .orderBy('spent_requests', 'desc')
      .orderBy('subject')
      .limit(limit)
      .execute(),

  /**
   * A single statement, so that concurrent requests can't exceed the limit together. Returns false if it does not
   * fit.
   */
  async reserve(db: Db, key: CounterKey, amounts: Amounts, maxima: Maxima): Promise<boolean> {
    if (!fitsInto(amounts, maxima)) return false
    const row = await db
      .insertInto('budget_counters')
      .values({
        ...toColumns(key),
        reserved_cost: amounts.cost,
        reserved_tokens: amounts.tokens,
        reserved_requests: amounts.requests,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['budget_id', 'subject', 'period_start'])
          .doUpdateSet({
            reserved_cost: sql<number>`${ref('reserved_cost')} + ${amounts.cost}`,
            reserved_tokens: sql<number>`${ref('reserved_tokens')} + ${amounts.tokens}`,
            reserved_requests: sql<number>`${ref('reserved_requests')} + ${amounts.requests}`,
          })
          .where(hasRoom(amounts, maxima)),
      )
      .returning('budget_id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Counts amounts that were not reserved, even beyond the limit. */
  async charge(db: Db, key: CounterKey, { cost, tokens, requests }: Amounts): Promise<void> {
    await db
      .insertInto('budget_counters')
      .values({ ...toColumns(key), spent_cost: cost, spent_tokens: tokens, spent_requests: requests })
      .onConflict((conflict) =>
        conflict.columns(['budget_id', 'subject', 'period_start']).doUpdateSet({
          spent_cost: sql<number>`${ref('spent_cost')} + ${cost}`,
          spent_tokens: sql<number>`${ref('spent_tokens')} + ${tokens}`,
          spent_requests: sql<number>`${ref('spent_requests')} + ${requests}`,
        }),
      )
      .execute()
  },

  async countRefusal(db: Db, key: CounterKey): Promise<void> {
    await db
      .insertInto('budget_counters')
      .values({ ...toColumns(key), refused: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['budget_id', 'subject', 'period_start'])
          .doUpdateSet({ refused: sql<number>`${ref('refused')} + 1` }),
      )
      .execute()
  },

  /** Refusals of an earlier limit say nothing about the one that applies now. */
  async forgetRefusals(db: Db, budgetId: number): Promise<void> {
    await db.updateTable('budget_counters').set({ refused: 0 }).where('budget_id', '=', budgetId).execute()
  },

  /** Replaces the reservation with the amounts that were spent. */
  async settle(db: Db, key: CounterKey, reserved: Amounts, spent: Amounts): Promise<void> {
    await db
      .updateTable('budget_counters')
      .set((set) => ({
        reserved_cost: set('reserved_cost', '-', reserved.cost),
        reserved_tokens: set('reserved_tokens', '-', reserved.tokens),
        reserved_requests: set('reserved_requests', '-', reserved.requests),
        spent_cost: set('spent_cost', '+', spent.cost),
        spent_tokens: set('spent_tokens', '+', spent.tokens),
        spent_requests: set('spent_requests', '+', spent.requests),
      }))
      .where('budget_id', '=', key.budgetId)
      .where('subject', '=', key.subject)
      .where('period_start', '=', key.periodStart)
      .execute()
  },

  /** Deletes up to `limit` counters of old periods; returns how many. */
  async removeBefore(db: Db, periodStart: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('budget_counters')
      .select(['budget_id', 'subject', 'period_start'])
      .where('period_start', '<', periodStart)
      .limit(limit)
    const gone = await db
      .deleteFrom('budget_counters')
      .where(({ refTuple }) => sql<boolean>`${refTuple('budget_id', 'subject', 'period_start')} in (${old})`)
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}

const toColumns = ({ budgetId, subject, periodStart }: CounterKey) => ({
  budget_id: budgetId,
  subject,
  period_start: periodStart,
})

export const isSame = ({ budgetId, subject, periodStart }: CounterKey, row: CounterRow): boolean =>
  row.budget_id === budgetId && row.subject === subject && row.period_start === periodStart

export const spentOf = (row: CounterRow | undefined): Amounts => ({
  cost: row?.spent_cost ?? 0,
  tokens: row?.spent_tokens ?? 0,
  requests: row?.spent_requests ?? 0,
})

export const reservedOf = (row: CounterRow | undefined): Amounts => ({
  cost: row?.reserved_cost ?? 0,
  tokens: row?.reserved_tokens ?? 0,
  requests: row?.reserved_requests ?? 0,
})
