import { joinMessages, type Message, type MessageCode, say } from '@bellwether/wire'
import { KINDS } from './amounts.ts'
import type { BudgetUse, Degree } from './degrading.ts'
import { formatTime } from './periods.ts'
import type { AppliedBudget } from './rules.ts'

/** Whose budget it is, to start a sentence with. */
export function nameOf({ budget }: AppliedBudget): Message {
  const isDaily = budget.period === 'day'
  if (budget.ofSystemProviders)
    return say(isDaily ? 'budgets.system_providers_day' : 'budgets.system_providers_month')
  if (budget.classLinkId !== null) return say(isDaily ? 'budgets.link_day' : 'budgets.link_month')
  if (!budget.perUser && budget.assistantId === null)
    return say(isDaily ? 'budgets.organization_day' : 'budgets.organization_month')
  if (!budget.perUser) return say(isDaily ? 'budgets.assistant_day' : 'budgets.assistant_month')
  if (budget.assistantId === null) return say(isDaily ? 'budgets.own_day' : 'budgets.own_month')
  return say(isDaily ? 'budgets.own_assistant_day' : 'budgets.own_assistant_month')
}

const RESTRICTIONS = {
  fast_model: 'parts.answers_with_fast_model',
  no_tools: 'parts.calls_no_tools',
  sources_only: 'parts.only_quotes_sources',
} as const satisfies Record<Degree, MessageCode>

export const degradedMessage = (because: BudgetUse, degrees: readonly Degree[]): Message =>
  say('budgets.degraded', {
    budget: nameOf(because),
    percent: Math.floor(because.percent),
    restrictions: joinMessages(
      'parts.and',
      degrees.map((degree) => say(RESTRICTIONS[degree])),
    ),
    resets: formatTime(because.resetsAt),
  })

const AMOUNTS = { cost: 'parts.cost', tokens: 'parts.tokens', requests: 'parts.requests' } as const

/** `contact` says whom to ask for more. */
export function refusalMessage(
  refused: AppliedBudget,
  resetsAt: number,
  contact: Message,
  isOnlyHeld: boolean,
): Message {
  const limited = KINDS.filter((kind) => refused.budget.maxima[kind] !== null)
  return say(isOnlyHeld ? 'budgets.reserved' : 'budgets.used_up', {
    budget: nameOf(refused),
    amounts: joinMessages(
      'parts.list',
      limited.map((kind) => say(AMOUNTS[kind])),
    ),
    resets: formatTime(resetsAt),
    contact,
  })
}
