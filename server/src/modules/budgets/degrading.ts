import type { Degrade } from '@bellwether/wire'
import type { AppliedBudget } from './rules.ts'

/** From the mildest to the strictest. */
const DEGREES = ['fast_model', 'no_tools', 'sources_only'] as const
export type Degree = (typeof DEGREES)[number]

/** How much of one budget is used up before this answer. */
export interface BudgetUse extends AppliedBudget {
  percent: number
  resetsAt: number
}

/** The restrictions for an answer when a budget is nearly used up. */
export interface Degrading {
  degrees: Degree[]
  /** The budget that causes it: the one that is used up most. */
  because: BudgetUse
}

const FIELD = {
  fast_model: 'fast_model_at',
  no_tools: 'no_tools_at',
  sources_only: 'sources_only_at',
} as const satisfies Record<Degree, keyof Degrade>

/** Pure. Undefined means no restrictions. */
export function degradingOf(standings: readonly BudgetUse[]): Degrading | undefined {
  const biting = standings
    .map((standing) => ({ standing, degrees: DEGREES.filter((degree) => isReached(standing, degree)) }))
    .filter(({ degrees }) => degrees.length > 0)
    .sort((a, b) => b.standing.percent - a.standing.percent)
  const [first] = biting
  if (!first) return undefined
  const all = new Set(biting.flatMap(({ degrees }) => degrees))
  return { degrees: DEGREES.filter((degree) => all.has(degree)), because: first.standing }
}

function isReached({ budget, percent }: BudgetUse, degree: Degree): boolean {
  const at = budget.degrade[FIELD[degree]]
  return at !== null && percent >= at
}
