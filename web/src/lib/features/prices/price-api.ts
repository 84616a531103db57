import type { PriceTable, PriceTableRecord, UsageReport } from '@bellwether/wire'
import { daysOf } from '$features/usage/usage.ts'
import { untyped as api } from '$lib/api'

/** Models used without a price are listed if they were used in this many days. */
const USED_MODELS_DAYS = 90

/** Prices of one organization. `org`: an organization other than the user's own, for system admins. */
export function priceApi(org: string | undefined) {
  const base = `/organizations/${encodeURIComponent(org ?? 'current')}`
  return {
    prices: (signal: AbortSignal): Promise<PriceTableRecord> => api.get(`${base}/prices`, { signal }),
    savePrices: (table: PriceTable): Promise<PriceTableRecord> => api.put(`${base}/prices`, table),
    /** Recently used models, with the number of calls that had no price. */
    usedModels: async (signal: AbortSignal): Promise<UsageReport['models']> =>
      (
        await api.get<UsageReport>('/usage', {
          query: { scope: 'organization', org, ...daysOf(USED_MODELS_DAYS, Date.now()) },
          signal,
        })
      ).models,
  }
}

export type PriceApi = ReturnType<typeof priceApi>
