import type { PersonRecord } from '../../../platform/asking-person.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import type { Amounts } from '../amounts.ts'

type Counted = Pick<
  NewRow<'budgets'>,
  'organization_id' | 'assistant_id' | 'user_id' | 'per_user' | 'system_providers'
>

export const usageRepository = {
  /** What was used of what the budget limits: per person, or together if it does not tell people apart. */
  async byPersonSince(
    db: Db,
    budget: Counted,
    since: number,
  ): Promise<{ person: PersonRecord; spent: Amounts }[]> {
    let query = db
      .selectFrom('usage_records')
      .select((select) => [
        select.fn.sum<number | string | null>('cost').as('cost'),
        select.fn.sum<number | string | null>('input_tokens').as('input'),
        select.fn.sum<number | string | null>('output_tokens').as('output'),
        // An answer is one request, however many models and tools it takes. A refused one is none.
        select.fn
          .countAll<number | string>()
          .filterWhere((where) =>
            where.or([
              where.and([where('kind', '=', 'answer'), where('outcome', '!=', 'failed')]),
              // A person had a model write something outside an assistant.
              where.and([
                where('kind', '=', 'model'),
                where('tool', 'is', null),
                where('assistant_id', '=', 0),
                where('user_id', 'is not', null),
              ]),
            ]),
          )
          .as('requests'),
      ])
      .where('organization_id', '=', budget.organization_id)
      .where('created_at', '>=', since)
    if (budget.assistant_id) query = query.where('assistant_id', '=', budget.assistant_id)
    if (budget.user_id) query = query.where('user_id', '=', budget.user_id).where('end_user', 'is', null)
    if (budget.system_providers === 1) query = query.where('system_provider', '=', 1)
    const rows =
      budget.per_user === 1
        ? await query.select(['user_id', 'end_user']).groupBy(['user_id', 'end_user']).execute()
        : (await query.execute()).map((row) => ({ ...row, user_id: null, end_user: null }))
    return rows.map(({ user_id: userId, end_user: endUser, cost, input, output, requests }) => ({
      person: { userId, endUser },
      spent: {
        cost: Number(cost ?? 0),
        tokens: Number(input ?? 0) + Number(output ?? 0),
        requests: Number(requests),
      },
    }))
  },
}
