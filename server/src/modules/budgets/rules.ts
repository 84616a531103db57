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
  const here = all.filter((one) => one.assistantId === null || one.assistantId === assistantId)
  if (here.length === 0) return undefined
  const [ofLinks, ofAll] = [here.filter(isOfLink), here.filter((one) => !isOfLink(one))]
  const common = ofAll.filter((one) => !one.perUser)
  const ofEach = ofAll.filter((one) => one.perUser && one.userId === null)
  const named = new Map<number, Budget[]>()
  for (const one of ofAll) {
    if (one.userId !== null) named.set(one.userId, [...(named.get(one.userId) ?? []), one])
  }
  return {
    for({ subject, userId, linkId }, fromSystem) {
      const own = userId === undefined ? [] : (named.get(userId) ?? [])
      const each = ofEach.filter((one) => !own.some((other) => standsFor(other, one)))
      return [
        ...common
          .filter((budget) => fromSystem || !budget.ofSystemProviders)
          .map((budget) => ({ budget, subject: '' })),
        ...[...own, ...each].map((budget) => ({ budget, subject })),
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
const standsFor = (own: Budget, ofEach: Budget): boolean =>
  own.assistantId === ofEach.assistantId && own.period === ofEach.period && own.setBy === ofEach.setBy
