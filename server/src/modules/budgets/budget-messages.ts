import { KINDS } from './amounts.ts'
import type { BudgetUse, Degree } from './degrading.ts'
import { formatTime } from './periods.ts'
import type { AppliedBudget } from './rules.ts'

/** The owner of the budget, to start a sentence with. */
export function nameOf({ budget }: AppliedBudget): string {
  const period = budget.period === 'day' ? 'daily' : 'monthly'
  if (budget.ofSystemProviders)
    return `The ${period} limit on your organization’s use of the system’s providers`
  if (budget.classLinkId !== null) return `The ${period} limit of your link`
  if (!budget.perUser && budget.assistantId === null) return `The organization’s ${period} budget`
  if (!budget.perUser) return `The ${period} budget of this assistant`
  return budget.assistantId === null ? `Your ${period} budget` : `Your ${period} budget for this assistant`
}

const AMOUNT_NAMES = { cost: 'money', tokens: 'tokens', requests: 'requests' } as const

const RESTRICTIONS: Record<Degree, string> = {
  fast_model: 'answers with a smaller, faster model',
  no_tools: 'calls no tools',
  sources_only: 'only quotes its sources',
}

export function degradedMessage(because: BudgetUse, degrees: readonly Degree[]): string {
  const does = degrees.map((degree) => RESTRICTIONS[degree]).join(' and ')
  return `${nameOf(because)} is ${Math.floor(because.percent)} % used up, so the assistant ${does} until ${formatTime(because.resetsAt)}`
}

export function refusalMessage(
  refused: AppliedBudget,
  resetsAt: number,
  whomToAsk: string,
  isOnlyHeld: boolean,
): string {
  const kinds = KINDS.filter((kind) => refused.budget.maxima[kind] !== null).map((kind) => AMOUNT_NAMES[kind])
  const what = kinds.join(', ')
  const why = isOnlyHeld
    ? 'is reserved for answers in progress; try again in a few seconds'
    : 'is used up, or too little is left for this request'
  return `${nameOf(refused)} (${what}) ${why}. It resets at ${formatTime(resetsAt)}. To get more, ask ${whomToAsk}.`
}
