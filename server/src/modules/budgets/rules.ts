import { askingPerson, type PersonRecord, subjectOf } from '../../platform/asking-person.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Budget } from './budget.repository.ts'

/** Who is asking, as far as a budget tells people apart. */
export interface Person {
  /** The key of their counters. */
  subject: string
  /** Undefined: a person named by a client, or unknown. */
  userId: number | undefined
}

/** One budget, with the counter in which this person's use of it stands. */
export interface AppliedBudget {
  budget: Budget
  subject: string
}

/** The budgets that may concern the answers of one assistant. */
export interface BudgetRules {
  /** `fromSystem`: the answer comes from one of the system's providers. */
  for(person: Person, fromSystem: boolean): AppliedBudget[]
}

/** A client that does not say whom it asks for counts as one person. */
export const personOf = (caller: Caller, endUser: string | undefined): Person =>
  askingPerson({ caller, endUser })

/** The same, of what is known where a tool or the server asks a model. */
export const personAsked = (record: PersonRecord): Person => ({
  subject: subjectOf(record),
  userId: record.endUser === null ? (record.userId ?? undefined) : undefined,
})

/** Undefined where nothing is limited: then answers do no budget work at all. */
export function createRules(all: readonly Budget[], assistantId: number): BudgetRules | undefined {
  const here = all.filter((one) => one.assistantId === null || one.assistantId === assistantId)
  if (here.length === 0) return undefined
  const common = here.filter((one) => !one.perUser)
  const ofEach = here.filter((one) => one.perUser && one.userId === null)
  const named = new Map<number, Budget[]>()
  for (const one of here) {
    if (one.userId !== null) named.set(one.userId, [...(named.get(one.userId) ?? []), one])
  }
  return {
    for({ subject, userId }, fromSystem) {
      const own = userId === undefined ? [] : (named.get(userId) ?? [])
      const each = ofEach.filter((one) => !own.some((other) => standsFor(other, one)))
      return [
        ...common
          .filter((budget) => fromSystem || !budget.ofSystemProviders)
          .map((budget) => ({ budget, subject: '' })),
        ...[...own, ...each].map((budget) => ({ budget, subject })),
        // In one order for everybody: who locks the counters of two budgets never waits crosswise.
      ].sort((a, b) => a.budget.id - b.budget.id)
    },
  }
}

/** A person's own budget takes the place of the one of each person, of the same assistant, period and author. */
const standsFor = (own: Budget, ofEach: Budget): boolean =>
  own.assistantId === ofEach.assistantId && own.period === ofEach.period && own.setBy === ofEach.setBy
