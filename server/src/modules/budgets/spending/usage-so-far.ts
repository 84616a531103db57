import { subjectOf } from '../../../platform/asking-person.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { type Amounts, NOTHING, plus } from '../amounts.ts'
import { periodAt } from '../periods.ts'
import { counterRepository } from './counter.repository.ts'
import { usageRepository } from './usage.repository.ts'

type Counted = Pick<
  NewRow<'budgets'>,
  'organization_id' | 'assistant_id' | 'user_id' | 'per_user' | 'period' | 'system_providers'
>

/**
 * Fills the counters of a new budget with what was used in the running period: a limit per month would otherwise
 * allow its whole amount again, whenever in the month it is set.
 */
export async function countUsageSoFar(tx: Db, budgetId: number, budget: Counted, now: number): Promise<void> {
  const periodStart = periodAt(budget.period, now).start
  const bySubject = new Map<string, Amounts>()
  for (const { person, spent } of await usageRepository.byPersonSince(tx, budget, periodStart)) {
    const subject = budget.per_user === 1 ? subjectOf(person) : ''
    bySubject.set(subject, plus(bySubject.get(subject) ?? NOTHING, spent))
  }
  for (const [subject, spent] of bySubject)
    await counterRepository.charge(tx, { budgetId, subject, periodStart }, spent)
}
