import { say } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/errors.ts'
import { MICROS } from '../usage/index.ts'
import { type BudgetRow, budgetRepository } from './budget.repository.ts'

const FIELDS = ['max_cost', 'max_tokens', 'max_requests'] as const

type Given = Pick<
  NewRow<'budgets'>,
  'set_by' | 'assistant_id' | 'period' | 'max_cost' | 'max_tokens' | 'max_requests'
>

/** An owner's budget may not exceed the organization's: both apply anyway, and a higher one would be misleading. */
export async function requireWithin(db: Db, organizationId: number, budget: Given): Promise<void> {
  if (budget.set_by !== 'owner') return
  const above = (await budgetRepository.ofOrganization(db, organizationId)).filter((candidate) =>
    isAbove(candidate, budget),
  )
  for (const field of FIELDS) {
    const requested = budget[field]
    const allowed = Math.min(...above.flatMap((limit) => limit[field] ?? []))
    if (typeof requested === 'number' && requested > allowed) {
      const limit = field === 'max_cost' ? allowed / MICROS : allowed
      throw badRequest(
        say('budgets.above_organization', {
          field,
          limit: limit,
          period: say(budget.period === 'day' ? 'parts.day' : 'parts.month'),
        }),
      )
    }
  }
}

const isAbove = (candidate: BudgetRow, budget: Given): boolean =>
  candidate.set_by === 'organization' &&
  candidate.system_providers === 0 &&
  candidate.per_user === 0 &&
  candidate.period === budget.period &&
  (candidate.assistant_id === null || candidate.assistant_id === budget.assistant_id)
