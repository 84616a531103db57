import type { AnswerLimits, BudgetRecord, PriceTable, PriceTableRecord, UsageReport } from '@bellwether/wire'
import { foundMembers, type Named } from '$features/organization/members/found-members.ts'
import type { FoundThings } from '$features/schema-form/found-things.svelte.ts'
import { session } from '$features/session/session.svelte.ts'
import { daysOf } from '$features/usage/usage.ts'
import { api } from '$lib/api'

/** How far back is looked for models that were asked without a price. */
const LOOK_BACK = 90

/** What an organization's admins watch over: budgets, prices, limits. `org`: another one than the caller's own, for system admins. */
export function oversightApi(org: string | undefined) {
  const at = `/organizations/${encodeURIComponent(org ?? 'current')}`
  const query = { org }
  return {
    /** A system admin, in an organization other than the system's own. */
    mayLimitSystemProviders: (): boolean => org !== undefined && session.isSystemAdmin,
    budgets: async (signal: AbortSignal): Promise<BudgetRecord[]> =>
      (await api.get<{ budgets: BudgetRecord[] }>(`${at}/budgets`, { signal })).budgets,
    addBudget: (draft: object): Promise<BudgetRecord> => api.post(`${at}/budgets`, draft),
    changeBudget: (id: number, change: object): Promise<BudgetRecord> => api.patch(`/budgets/${id}`, change),
    deleteBudget: (id: number, isLeaving: boolean): Promise<unknown> =>
      api.delete(`/budgets/${id}`, { outlivesPage: isLeaving }),

    limits: (signal: AbortSignal): Promise<AnswerLimits> => api.get(`${at}/limits`, { signal }),
    saveLimits: (limits: AnswerLimits): Promise<AnswerLimits> => api.put(`${at}/limits`, limits),

    prices: (signal: AbortSignal): Promise<PriceTableRecord> => api.get(`${at}/prices`, { signal }),
    savePrices: (table: PriceTable): Promise<PriceTableRecord> => api.put(`${at}/prices`, table),
    /** Models that were asked lately, with how many of their calls had no price. */
    usedModels: async (signal: AbortSignal): Promise<UsageReport['models']> =>
      (
        await api.get<UsageReport>('/usage', {
          query: { scope: 'organization', org, ...daysOf(LOOK_BACK, Date.now()) },
          signal,
        })
      ).models,

    people: (): FoundThings<Named> => foundMembers(org),
    assistants: async (signal: AbortSignal): Promise<Named[]> =>
      (
        await api.get<{ assistants: { id: number; display_name: string; owner: string }[] }>(
          '/creator/admin/org-admin/assistants',
          { query, signal },
        )
      ).assistants.map(({ id, display_name: name, owner }) => ({ id, name, detail: owner })),
  }
}

export type OversightApi = ReturnType<typeof oversightApi>
