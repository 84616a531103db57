import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { periodAt } from './periods.ts'
import { usedUpRepository } from './spending/used-up.repository.ts'

interface BudgetedAssistant {
  id: number
  organization_id: number
}

/** When the used-up budgets of these assistants reset: budgets of their own, and of the whole organization. */
export async function usedUpUntil<A extends BudgetedAssistant>(
  db: Db,
  assistants: readonly A[],
  usesSystemProvider: (assistant: A) => Promise<boolean>,
): Promise<ReadonlyMap<number, number>> {
  const now = nowSeconds()
  const organizations = [...new Set(assistants.map(({ organization_id }) => organization_id))]
  const rows = await usedUpRepository.ofOrganizations(db, organizations, now)
  const until = new Map<number, number>()
  if (rows.length === 0) return until
  for (const assistant of assistants) {
    for (const { organization_id, assistant_id, system_providers, period } of rows) {
      if (organization_id !== assistant.organization_id) continue
      if (assistant_id !== null && assistant_id !== assistant.id) continue
      if (system_providers === 1 && !(await usesSystemProvider(assistant))) continue
      until.set(assistant.id, Math.max(until.get(assistant.id) ?? 0, periodAt(period, now).end))
    }
  }
  return until
}

/** For its admins. */
export async function countUsedUp(db: Db, organizationId: number): Promise<number> {
  const now = nowSeconds()
  const ofAllPeople = await usedUpRepository.ofOrganizations(db, [organizationId], now)
  return ofAllPeople.length + (await usedUpRepository.ofSinglePeople(db, organizationId, now)).length
}

/** For system admins: in how many organizations the system's providers answer no more. */
export const countWithoutProviders = async (db: Db): Promise<number> => {
  const rows = await usedUpRepository.ofSystemProviders(db, nowSeconds())
  return new Set(rows.map(({ organization_id }) => organization_id)).size
}
