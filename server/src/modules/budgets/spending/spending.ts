import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import type { AskedFor } from '../../usage/index.ts'
import { type Amounts, percentOf, plus } from '../amounts.ts'
import { budgetRepository, toBudget } from '../budget.repository.ts'
import type { BudgetUse } from '../degrading.ts'
import { periodAt } from '../periods.ts'
import { type AppliedBudget, type BudgetRules, createRules, personAsked } from '../rules.ts'
import { counterRepository, isSame, keyOf, reservedOf, spentOf } from './counter.repository.ts'
import { createReservations } from './reservations.ts'
import type { Spending, SpendingDeps } from './spending-deps.ts'

/** The cost of a call that has not been written yet. */
interface Charge {
  organizationId: number
  spent: Amounts
  askedFor?: AskedFor | undefined
  fromSystem: boolean
  at: number
}

/** Longer than the longest period. */
const RETENTION_SECONDS = 70 * 86_400

export function createSpending(deps: SpendingDeps) {
  const { db, now = nowSeconds } = deps
  const { appliedTo, rulesOf, standings } = createApplied(deps)
  const { reserve, sweepAll, beat, start, stop } = createReservations(deps)

  return {
    rulesOf,
    standings,
    ...createCharges(deps, appliedTo),
    reserve,
    start,
    stop,
    beat,

    /** Reserves the amounts for such a call. Undefined when nothing is limited. */
    async reserveFor(
      organizationId: number,
      amounts: Amounts,
      askedFor?: AskedFor,
      fromSystem = false,
    ): Promise<Spending | undefined> {
      const applied = await appliedTo(organizationId, askedFor, fromSystem)
      if (applied.length === 0) return undefined
      return reserve(applied, amounts, { assistant: { ownerId: askedFor?.ownerId ?? null, organizationId } })
    },

    /** Releases expired reservations and deletes old periods. */
    async removeOld(signal: AbortSignal): Promise<void> {
      await sweepAll(signal)
      const until = now() - RETENTION_SECONDS
      await inBatches((limit) => counterRepository.removeBefore(db, until, limit), signal)
    },
  }
}

export type SpendingService = ReturnType<typeof createSpending>

function createApplied({ db, now = nowSeconds }: SpendingDeps) {
  return {
    /** Calls that the server makes on its own count for the organization as a whole. */
    async appliedTo(
      organizationId: number,
      askedFor: AskedFor | undefined,
      fromSystem: boolean,
      tx: Db = db,
    ): Promise<AppliedBudget[]> {
      const budgets = (await budgetRepository.ofOrganization(tx, organizationId)).map(toBudget)
      if (askedFor) {
        const hasLinks = budgets.some(
          (budget) => budget.classLinkId !== null && budget.assistantId === askedFor.assistantId,
        )
        const linkId =
          hasLinks && askedFor.userId !== null
            ? await budgetRepository.guestLinkOf(tx, askedFor.userId)
            : undefined
        return (
          createRules(budgets, askedFor.assistantId)?.for(personAsked(askedFor, linkId), fromSystem) ?? []
        )
      }
      const ofOrganization = budgets.filter(
        (budget) =>
          budget.assistantId === null && !budget.perUser && (fromSystem || !budget.ofSystemProviders),
      )
      return ofOrganization.map((budget) => ({ budget, subject: '' }))
    },

    /** The budgets that may apply to an assistant; undefined if there are none. */
    async rulesOf(organizationId: number, assistantId: number): Promise<BudgetRules | undefined> {
      const rows = await budgetRepository.ofOrganization(db, organizationId)
      return createRules(rows.map(toBudget), assistantId)
    },

    async standings(applied: readonly AppliedBudget[]): Promise<BudgetUse[]> {
      const at = now()
      const keys = applied.map((appliedBudget) => keyOf(appliedBudget, at))
      const rows = await counterRepository.of(db, keys)
      return applied.map((appliedBudget, index) => {
        const row = rows.find((counter) => keys[index] && isSame(keys[index], counter))
        const percent = percentOf(plus(spentOf(row), reservedOf(row)), appliedBudget.budget.maxima)
        return { ...appliedBudget, percent, resetsAt: periodAt(appliedBudget.budget.period, at).end }
      })
    },
  }
}

type AppliedTo = ReturnType<typeof createApplied>['appliedTo']

function createCharges({ outbox, now = nowSeconds }: SpendingDeps, appliedTo: AppliedTo) {
  const charges = outbox.writer<Charge>(
    'charges',
    async (tx, { organizationId, spent, askedFor, fromSystem, at }) => {
      for (const appliedBudget of await appliedTo(organizationId, askedFor, fromSystem, tx))
        await counterRepository.charge(tx, keyOf(appliedBudget, at), spent)
    },
  )

  return {
    /** Counts model calls that are not answers, even beyond the limit. */
    charge: (
      organizationId: number,
      spent: Amounts,
      askedFor?: AskedFor,
      fromSystem = false,
    ): Promise<void> => charges.write({ organizationId, spent, askedFor, fromSystem, at: now() }),
  }
}
