import type { Price, PriceTableRecord } from '@bellwether/wire'
import { isFor } from '$features/prices/prices.ts'

/** The price that applies to a model: the organization's own, or the list price in dollars. Pure. */
export function priceOf(
  { currency, prices, built_in }: PriceTableRecord,
  provider: string,
  model: string,
): { price: Price; currency: string; isListPrice: boolean } | undefined {
  const ownPrice = prices.find((price) => isFor(price, provider, model))
  if (ownPrice) return { price: ownPrice, currency, isListPrice: false }
  const listed = built_in.find((price) => isFor(price, provider, model))
  return listed && { price: listed, currency: 'USD', isListPrice: true }
}
