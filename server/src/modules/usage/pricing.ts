import type { Price, PriceTable } from '@bellwether/wire'
import { NO_TOKENS, type TokenUsage } from '../../platform/token-usage.ts'
import { BUILT_IN_PRICES } from './built-in-prices.ts'

/** Money is counted in millionths, so that the price of a million tokens equals the cost of one token. */
export const MICROS = 1_000_000

export interface Pricing {
  currency: string
  /**
   * In millionths; null if unknown, because there is no price or the provider reported no usage. `provider` is the
   * connector's name.
   */
  costOf(
    provider: string,
    model: string,
    usage: TokenUsage | undefined,
    images?: number,
    /** Searches reranked, or runs of a tool (whose `provider` is `tool`). */
    calls?: number,
    /** Of audio that was transcribed. */
    seconds?: number,
  ): number | null
}

const THOUSAND = 1000
const MAX_REMEMBERED = 1000

/** The organization's own prices take precedence over the built-in ones. */
export function createPricing(table: PriceTable | undefined): Pricing {
  const prices = [...(table?.prices ?? []), ...BUILT_IN_PRICES]
  const cache = new Map<string, Price | undefined>()

  function find(provider: string, model: string): Price | undefined {
    const key = `${provider}/${model}`
    if (cache.has(key)) return cache.get(key)
    const price = firstPrice(prices, provider, model)
    if (cache.size >= MAX_REMEMBERED) cache.clear()
    cache.set(key, price)
    return price
  }

  return {
    currency: table?.currency ?? 'USD',
    costOf(provider, model, usage, images = 0, calls = 0, seconds = 0) {
      const price = find(provider, model)
      if (!price || (!usage && price.input + price.output > 0)) return null
      const tokens = costOfTokens(price, usage ?? NO_TOKENS)
      const units = images * price.image + (calls * price.calls) / THOUSAND + (seconds * price.minute) / 60
      return Math.round(tokens + units * MICROS)
    },
  }
}

/** A price that is not known is that of other input or output. A provider may report anything, so parts never exceed the whole. */
function costOfTokens(price: Price, usage: TokenUsage): number {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = usage
  const cached = Math.min(cachedTokens, inputTokens)
  const written = Math.min(cacheWriteTokens, inputTokens - cached)
  const reasoning = Math.min(reasoningTokens, outputTokens)
  return (
    (inputTokens - cached - written) * price.input +
    cached * (price.cached_input ?? price.input) +
    written * (price.cache_write ?? price.input) +
    (outputTokens - reasoning) * price.output +
    reasoning * (price.reasoning ?? price.output)
  )
}

const firstPrice = (prices: readonly Price[], provider: string, model: string): Price | undefined =>
  prices.find((price) => isOf(price, provider) && fits(price.model, model))

/** Without the organization's own prices. Pure. */
export const listPriceOf = (provider: string, model: string): Price | undefined =>
  firstPrice(BUILT_IN_PRICES, provider, model)

const isOf = ({ provider: priceProvider }: Price, provider: string): boolean =>
  priceProvider === undefined || priceProvider.toLowerCase() === provider.toLowerCase()

/** `*` matches any characters. Admin input is never turned into a regular expression. Pure. */
export function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  if (rest.length === 0) return text === first
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const piece of rest) {
    const next = text.indexOf(piece, at)
    if (next < 0) return false
    at = next + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
