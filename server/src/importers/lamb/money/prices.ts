import { MONEY_LIMITS, type Price, type PriceTable, priceTableSchema, say } from '@bellwether/wire'
import { listPriceOf } from '../../../modules/usage/index.ts'
import type { ImportRun } from '../import-run.ts'
import type { Note } from '../report.ts'

/** LAMB has no prices of cached input: a price that is the provider's list price gets those of the list. */
function cachePrices({ provider = '', model, input }: Pick<Price, 'provider' | 'model' | 'input'>) {
  const listed = listPriceOf(provider, model)
  if (!listed || listed.input !== input) return {}
  const { cached_input, cache_write } = listed
  return {
    ...(cached_input === undefined ? {} : { cached_input }),
    ...(cache_write === undefined ? {} : { cache_write }),
  }
}

/** LAMB has one list of prices for all organizations, in US dollars. Undefined if it has none. */
export function readPrices(
  { lamb }: Pick<ImportRun, 'lamb'>,
  onFault?: (name: string, reason: Note) => void,
): PriceTable | undefined {
  const prices = []
  for (const row of lamb.rows('model_pricing')) {
    const price = {
      provider: row.text('provider').trim() || undefined,
      model: row.text('model_name').trim(),
      input: row.number('input_per_1m') ?? 0,
      output: row.number('output_per_1m') ?? 0,
    }
    const name = `${price.provider ?? ''}/${price.model}`.slice(0, 200)
    if (!priceTableSchema.safeParse({ prices: [price] }).success)
      onFault?.(name, say('imports.price_invalid'))
    else if (prices.length >= MONEY_LIMITS.prices)
      onFault?.(name, say('imports.too_many_prices', { limit: MONEY_LIMITS.prices }))
    else prices.push({ ...cachePrices(price), ...price })
  }
  return prices.length > 0 ? priceTableSchema.parse({ currency: 'USD', prices }) : undefined
}
