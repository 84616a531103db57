import type { Db } from '../../../platform/db/db.ts'
import type { Amounts } from '../amounts.ts'
import type { AppliedBudget } from '../rules.ts'
import { type CounterKey, counterRepository, spentOf } from './counter.repository.ts'

/**
 * The estimate for one answer, or the average of answers within the same budgets if that is higher: providers may
 * count more tokens than the estimate, and many concurrent answers would exceed the limit.
 */
export async function averageSpent(
  db: Db,
  applied: readonly AppliedBudget[],
  keys: readonly CounterKey[],
  estimate: Amounts,
): Promise<Amounts> {
  const isMeasured = applied.some(({ budget: { maxima } }) => maxima.tokens !== null || maxima.cost !== null)
  if (!isMeasured || estimate.requests === 0) return estimate
  let { cost, tokens } = estimate
  for (const row of await counterRepository.of(db, keys)) {
    const spent = spentOf(row)
    if (spent.requests === 0) continue
    // An amount that the answer does not need (such as cost, for a model without a price) can't block it.
    if (cost > 0) cost = Math.max(cost, Math.ceil(spent.cost / spent.requests))
    if (tokens > 0) tokens = Math.max(tokens, Math.ceil(spent.tokens / spent.requests))
  }
  return { ...estimate, cost, tokens }
}
