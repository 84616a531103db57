import type { AnswerLimits, BudgetRecord } from '@bellwether/wire'
import { memberSearch, type Named } from '$features/people/member-search.ts'
import { priceApi } from '$features/prices/price-api.ts'
import { session } from '$features/session/session.svelte.ts'
import { api } from '$lib/api'
import type { SearchableList } from '$lib/state/searchable-list.svelte.ts'
import { organizationTexts } from '$lib/texts/organization.ts'
import { type toChange, type toNewBudget, whoseOf } from './budgets.ts'

/** Budgets and limits of one organization. `org`: an organization other than the user's own, for system admins. */
export function budgetApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    /** A system admin, in an organization other than the system's own. */
    mayLimitSystemProviders: (): boolean => org !== undefined && session.isSystemAdmin,
    budgets: async (signal: AbortSignal) =>
      (await api.get('/organizations/{slug}/budgets', { params, signal })).budgets,
    addBudget: (body: ReturnType<typeof toNewBudget>) =>
      api.post('/organizations/{slug}/budgets', { params, body }),
    changeBudget: (id: number, body: ReturnType<typeof toChange>) =>
      api.patch('/budgets/{id}', { params: { id }, body }),
    deleteBudget: (id: number, isLeaving: boolean) =>
      api.delete('/budgets/{id}', { params: { id }, outlivesPage: isLeaving }),

    limits: (signal: AbortSignal) => api.get('/organizations/{slug}/limits', { params, signal }),
    saveLimits: (body: AnswerLimits) => api.put('/organizations/{slug}/limits', { params, body }),

    currency: async (signal: AbortSignal): Promise<string> => (await priceApi(org).prices(signal)).currency,
    people: (): SearchableList<Named> => memberSearch(org),
    assistants: async (signal: AbortSignal): Promise<Named[]> =>
      (await api.get('/organizations/{slug}/assistants', { params, signal })).assistants.map(
        ({ id, display_name: name, owner }) => ({ id, name, detail: owner }),
      ),
  }
}

export type BudgetApi = ReturnType<typeof budgetApi>

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
