import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { BudgetRow } from '../budget.repository.ts'
import { periodAt } from '../periods.ts'

export type UsedUpRow = Pick<BudgetRow, 'organization_id' | 'assistant_id' | 'system_providers' | 'period'>

const column = (name: string) => sql.ref<number>(name)
const isFull = (kind: 'cost' | 'tokens' | 'requests') =>
  sql<boolean>`${column(`budget_counters.spent_${kind}`)} >= ${column(`budgets.max_${kind}`)}`

/** Budgets that have no room in the running period, or have refused answers. */
const usedUp = (db: Db, now: number) =>
  db
    .selectFrom('budgets')
    .innerJoin('budget_counters', 'budget_counters.budget_id', 'budgets.id')
    .select(['budgets.organization_id', 'budgets.assistant_id', 'budgets.system_providers', 'budgets.period'])
    // Those of class links are shown with the link.
    .where('budgets.class_link_id', 'is', null)
    .where(({ eb, or, and }) =>
      or(
        (['day', 'month'] as const).map((period) =>
          and([
            eb('budgets.period', '=', period),
            eb('budget_counters.period_start', '=', periodAt(period, now).start),
          ]),
        ),
      ),
    )
    // A budget that is too small for any answer spends nothing, but refuses everything.
    .where(({ eb, or }) =>
      or([eb('budget_counters.refused', '>', 0), isFull('cost'), isFull('tokens'), isFull('requests')]),
    )

const ofAllPeople = (db: Db, now: number) =>
  usedUp(db, now).where('budgets.per_user', '=', 0).where('budget_counters.subject', '=', '')

export const usedUpRepository = {
  ofOrganizations: (db: Db, organizationIds: readonly number[], now: number): Promise<UsedUpRow[]> =>
    organizationIds.length === 0
      ? Promise.resolve([])
      : ofAllPeople(db, now).where('budgets.organization_id', 'in', organizationIds).execute(),

  /** Those that an admin has set for one person. A limit for each person is meant to be reached. */
  ofSinglePeople: (db: Db, organizationId: number, now: number): Promise<UsedUpRow[]> =>
    usedUp(db, now)
      .where('budgets.organization_id', '=', organizationId)
      .where('budgets.user_id', 'is not', null)
      .execute(),

  /** What all organizations may use of the system's providers. */
  ofSystemProviders: (db: Db, now: number): Promise<UsedUpRow[]> =>
    ofAllPeople(db, now).where('budgets.system_providers', '=', 1).execute(),
}
