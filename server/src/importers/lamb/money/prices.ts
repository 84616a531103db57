import { MONEY_LIMITS, type PriceTable, priceTableSchema } from '@bellwether/wire'
import type { ImportRun } from '../import-run.ts'

/** LAMB has one list of prices for all organizations, in US dollars. Undefined if it has none. */
export function readPrices({ lamb }: Pick<ImportRun, 'lamb'>): PriceTable | undefined {
  const prices = []
  for (const row of lamb.rows('model_pricing')) {
    const price = {
      provider: row.text('provider').trim() || undefined,
      model: row.text('model_name').trim(),
      input: row.number('input_per_1m') ?? 0,
      output: row.number('output_per_1m') ?? 0,
    }
    if (prices.length < MONEY_LIMITS.prices && priceTableSchema.safeParse({ prices: [price] }).success)
      prices.push(price)
  }
  return prices.length > 0 ? priceTableSchema.parse({ currency: 'USD', prices }) : undefined
}
