import type { PriceTable, PriceTableRecord } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { type OrganizationService, parseConfig } from '../organizations/index.ts'
import { BUILT_IN_PRICES } from './built-in-prices.ts'

export interface PriceDeps {
  organizations: Pick<OrganizationService, 'getFor' | 'changeConfig'>
}

/** The organization's prices for models, stored in its settings, which every answer loads anyway. */
export function createPriceService({ organizations }: PriceDeps) {
  return {
    async get(caller: UserCaller, slug: string | undefined): Promise<PriceTableRecord> {
      const { config } = await organizations.getFor(caller, 'see', slug)
      return toRecord(parseConfig(config).prices)
    },

    async set(caller: UserCaller, slug: string | undefined, table: PriceTable): Promise<PriceTableRecord> {
      const row = await organizations.getFor(caller, 'edit', slug)
      const { config } = await organizations.changeConfig(caller, row, (visibleConfig) => ({
        ...visibleConfig,
        prices: table,
      }))
      return toRecord(parseConfig(config).prices)
    },
  }
}

export type PriceService = ReturnType<typeof createPriceService>

const toRecord = (table: PriceTable | undefined): PriceTableRecord => ({
  currency: table?.currency ?? 'USD',
  prices: table?.prices ?? [],
  built_in: [...BUILT_IN_PRICES],
})
