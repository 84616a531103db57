import type { BudgetRecord } from '@bellwether/wire'
import { organizationTexts } from '$lib/texts/organization.ts'
import { whoseOf } from './budgets.ts'

/** The owner of the budget, for display. */
export function budgetName(budget: BudgetRecord): string {
  const t = organizationTexts().budgets
  const assistant = budget.assistant_name ?? t.gone
  const whose = whoseOf(budget)
  if (whose === 'organization' || whose === 'system_providers') return t.kinds[whose]
  if (whose === 'assistant') return assistant
  const people = whose === 'each' ? t.kinds.each : (budget.user_name ?? t.gone)
  return budget.assistant_id === null ? people : t.inAssistant({ whose: people, assistant })
}
