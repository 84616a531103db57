import type { PriceTable } from '@bellwether/wire'
import { daysOf } from '$features/usage/usage.ts'
import { api } from '$lib/api'

/** Models used without a price are listed if they were used in this many days. */
const USED_MODELS_DAYS = 90

/** Prices of one organization. `org`: an organization other than the user's own, for system admins. */
export function priceApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    prices: (signal: AbortSignal) => api.get('/organizations/{slug}/prices', { params, signal }),
    savePrices: (body: PriceTable) => api.put('/organizations/{slug}/prices', { params, body }),
    /** Recently used models, with the number of calls that had no price. */
    usedModels: async (signal: AbortSignal) =>
      (
        await api.get('/usage', {
          query: { scope: 'organization', org, ...daysOf(USED_MODELS_DAYS, Date.now()) },
          signal,
        })
      ).models,
  }
}

export type PriceApi = ReturnType<typeof priceApi>
