import type { Price, PriceTable, UsageReport } from '@bellwether/wire'

/** Whether a price applies to this model: `*` matches any characters, no provider matches all. Pure. */
export function isFor(price: Pick<Price, 'provider' | 'model'>, provider: string, model: string): boolean {
  if (price.provider !== undefined && price.provider !== provider) return false
  const pieces = price.model.toLowerCase().split('*')
  let rest = model.toLowerCase()
  const [first = ''] = pieces
  if (pieces.length === 1) return rest === first
  const last = pieces.at(-1) ?? ''
  if (!rest.startsWith(first)) return false
  rest = rest.slice(first.length)
  for (const piece of pieces.slice(1, -1)) {
    const at = rest.indexOf(piece)
    if (at < 0) return false
    rest = rest.slice(at + piece.length)
  }
  return rest.endsWith(last)
}

export interface Unpriced {
  provider: string
  model: string
  calls: number
}

/** Models that were used and have no price; models whose provider reports no usage don't count. Pure. */
export const unpricedOf = (models: UsageReport['models'], prices: readonly Price[]): Unpriced[] =>
  models
    .filter(
      ({ provider, model, unpriced }) =>
        unpriced > 0 && !prices.some((price) => isFor(price, provider, model)),
    )
    .map(({ provider, model, unpriced }) => ({ provider, model, calls: unpriced }))

/** Whether one of the organization's own prices replaces this one. Pure. */
export const isReplaced = (price: Price, ownPrices: readonly Price[]): boolean =>
  ownPrices.some(
    ({ provider, model }) =>
      model.toLowerCase() === price.model.toLowerCase() && (provider ?? price.provider) === price.provider,
  )

/** Whether two entries are the same price: the table may have been reloaded in the meantime. Pure. */
const isSame = (a: Price, b: Price): boolean =>
  a.model.toLowerCase() === b.model.toLowerCase() && a.provider === b.provider

/** A new price comes first, because the first match counts; a changed one keeps its position. Pure. */
export function withPrice(table: PriceTable, price: Price, before?: Price): PriceTable {
  const at = before ? table.prices.findIndex((other) => isSame(other, before)) : -1
  return withPriceAt({ ...table, prices: table.prices.filter((_one, index) => index !== at) }, price, at)
}

/** Puts a removed price back at its position in the current table. Pure. */
export const withPriceAt = ({ currency, prices }: PriceTable, price: Price, at: number): PriceTable => ({
  currency,
  prices: prices.toSpliced(Math.max(0, at), 0, price),
})

export const withoutPrice = ({ currency, prices }: PriceTable, price: Price): PriceTable => ({
  currency,
  prices: prices.filter((other) => !isSame(other, price)),
})
