import { askingPerson, type PersonRecord, subjectOf } from '../../platform/asking-person.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Budget } from './budget.repository.ts'

/** The asking person, as far as budgets distinguish people. */
export interface Person {
  /** The key of their counters. */
  subject: string
  /** Undefined for an unknown person or one named by a client. */
  userId: number | undefined
  /** The class link of a guest. */
  linkId?: number | undefined
}

/** A budget with the counter that applies to this person. */
export interface AppliedBudget {
  budget: Budget
  subject: string
}

/** The budgets that may apply to the answers of one assistant. */
export interface BudgetRules {
  /** `fromSystem`: the answer uses one of the system's providers. */
  for(person: Person, fromSystem: boolean): AppliedBudget[]
}

/** A client that does not say for whom it asks counts as one person. */
export const personOf = (caller: Caller, endUser: string | undefined): Person => ({
  ...askingPerson({ caller, endUser }),
  linkId: caller.kind === 'user' ? caller.guestOfLink : undefined,
})

/** The same, for model calls by a tool or the server. */
export const personAsked = (record: PersonRecord, linkId?: number): Person => ({
  linkId,
  subject: subjectOf(record),
  userId: record.endUser === null ? (record.userId ?? undefined) : undefined,
})

/** Undefined when nothing is limited: then answers do no budget work at all. */
export function createRules(all: readonly Budget[], assistantId: number): BudgetRules | undefined {
  const budgets = all.filter((budget) => budget.assistantId === null || budget.assistantId === assistantId)
  if (budgets.length === 0) return undefined
  const [ofLinks, ofAll] = [budgets.filter(isOfLink), budgets.filter((budget) => !isOfLink(budget))]
  const common = ofAll.filter((budget) => !budget.perUser)
  const ofEach = ofAll.filter((budget) => budget.perUser && budget.userId === null)
  const byUser = new Map<number, Budget[]>()
  for (const budget of ofAll) {
    if (budget.userId !== null) byUser.set(budget.userId, [...(byUser.get(budget.userId) ?? []), budget])
  }
  return {
    for({ subject, userId, linkId }, fromSystem) {
      const ownBudgets = userId === undefined ? [] : (byUser.get(userId) ?? [])
      const each = ofEach.filter((budget) => !ownBudgets.some((other) => standsFor(other, budget)))
      return [
        ...common
          .filter((budget) => fromSystem || !budget.ofSystemProviders)
          .map((budget) => ({ budget, subject: '' })),
        ...[...ownBudgets, ...each].map((budget) => ({ budget, subject })),
        ...ofLinks
          .filter(({ classLinkId }) => classLinkId === linkId)
          .map((budget) => ({ budget, subject: budget.perUser ? subject : '' })),
        // The same order for everyone, so that transactions that lock several counters can't deadlock.
      ].sort((a, b) => a.budget.id - b.budget.id)
    },
  }
}

const isOfLink = ({ classLinkId }: Budget): boolean => classLinkId !== null

/** A budget for one person replaces the per-person budget of the same assistant, period and author. */
const standsFor = (ofPerson: Budget, ofEach: Budget): boolean =>
  ofPerson.assistantId === ofEach.assistantId &&
  ofPerson.period === ofEach.period &&
  ofPerson.setBy === ofEach.setBy
