import type { AnswerLimits, BudgetRecord } from '@bellwether/wire'
import { memberSearch, type Named } from '$features/people/member-search.ts'
import { priceApi } from '$features/prices/price-api.ts'
import { session } from '$features/session/session.svelte.ts'
import { untyped as api } from '$lib/api'
import type { SearchableList } from '$lib/state/searchable-list.svelte.ts'

/** Budgets and limits of one organization. `org`: an organization other than the user's own, for system admins. */
export function budgetApi(org: string | undefined) {
  const base = `/organizations/${encodeURIComponent(org ?? 'current')}`
  return {
    /** A system admin, in an organization other than the system's own. */
    mayLimitSystemProviders: (): boolean => org !== undefined && session.isSystemAdmin,
    budgets: async (signal: AbortSignal): Promise<BudgetRecord[]> =>
      (await api.get<{ budgets: BudgetRecord[] }>(`${base}/budgets`, { signal })).budgets,
    addBudget: (draft: object): Promise<BudgetRecord> => api.post(`${base}/budgets`, draft),
    changeBudget: (id: number, change: object): Promise<BudgetRecord> => api.patch(`/budgets/${id}`, change),
    deleteBudget: (id: number, isLeaving: boolean): Promise<unknown> =>
      api.delete(`/budgets/${id}`, { outlivesPage: isLeaving }),

    limits: (signal: AbortSignal): Promise<AnswerLimits> => api.get(`${base}/limits`, { signal }),
    saveLimits: (limits: AnswerLimits): Promise<AnswerLimits> => api.put(`${base}/limits`, limits),

    currency: async (signal: AbortSignal): Promise<string> => (await priceApi(org).prices(signal)).currency,
    people: (): SearchableList<Named> => memberSearch(org),
    assistants: async (signal: AbortSignal): Promise<Named[]> =>
      (
        await api.get<{ assistants: { id: number; display_name: string; owner: string }[] }>(
          '/creator/admin/org-admin/assistants',
          { query: { org }, signal },
        )
      ).assistants.map(({ id, display_name: name, owner }) => ({ id, name, detail: owner })),
  }
}

export type BudgetApi = ReturnType<typeof budgetApi>
