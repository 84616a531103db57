import type { Price, PriceTable, UsageReport } from '@bellwether/wire'

/** Pure. Whether a price is for this model: `*` stands for any letters, no provider for all of them. */
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

/** Pure. Models that were asked and that no price is for; a model whose provider did not count is another matter. */
export const unpricedOf = (models: UsageReport['models'], prices: readonly Price[]): Unpriced[] =>
  models
    .filter(
      ({ provider, model, unpriced }) => unpriced > 0 && !prices.some((one) => isFor(one, provider, model)),
    )
    .map(({ provider, model, unpriced }) => ({ provider, model, calls: unpriced }))

/** Pure. Whether one of the organization's own prices takes the place of this one. */
export const isReplaced = (price: Price, own: readonly Price[]): boolean =>
  own.some(
    ({ provider, model }) =>
      model.toLowerCase() === price.model.toLowerCase() && (provider ?? price.provider) === price.provider,
  )

/** Pure. Whether two entries are the same price: the table may have been reloaded in the meantime. */
const isSame = (a: Price, b: Price): boolean =>
  a.model.toLowerCase() === b.model.toLowerCase() && a.provider === b.provider

/** Pure. A new price comes first, since the first that fits counts; a changed one stays where it was. */
export function withPrice(table: PriceTable, price: Price, before?: Price): PriceTable {
  const at = before ? table.prices.findIndex((one) => isSame(one, before)) : -1
  return withPriceAt({ ...table, prices: table.prices.filter((_one, index) => index !== at) }, price, at)
}

/** Pure. Where it stood before it was removed, in the table as it is now. */
export const withPriceAt = ({ currency, prices }: PriceTable, price: Price, at: number): PriceTable => ({
  currency,
  prices: prices.toSpliced(Math.max(0, at), 0, price),
})

export const withoutPrice = ({ currency, prices }: PriceTable, price: Price): PriceTable => ({
  currency,
  prices: prices.filter((one) => !isSame(one, price)),
})
