/** The amounts that a budget counts. Money is in millionths of the organization's currency. */
export interface Amounts {
  cost: number
  tokens: number
  requests: number
}

export type Maxima = { [kind in keyof Amounts]: number | null }

export const KINDS = ['cost', 'tokens', 'requests'] as const satisfies (keyof Amounts)[]

export const NOTHING: Amounts = { cost: 0, tokens: 0, requests: 0 }

export const plus = (a: Amounts, b: Amounts): Amounts => ({
  cost: a.cost + b.cost,
  tokens: a.tokens + b.tokens,
  requests: a.requests + b.requests,
})

/** The part of `needed` that exceeds `reserved`. */
export const beyond = (needed: Amounts, reserved: Amounts): Amounts => ({
  cost: Math.max(0, needed.cost - reserved.cost),
  tokens: Math.max(0, needed.tokens - reserved.tokens),
  requests: Math.max(0, needed.requests - reserved.requests),
})

export const fitsInto = (amounts: Amounts, maxima: Maxima): boolean =>
  KINDS.every((kind) => maxima[kind] === null || amounts[kind] <= maxima[kind])

/** The percentage of the amount that is used up most. A maximum of 0 is always used up. */
export function percentOf(used: Amounts, maxima: Maxima): number {
  const parts = KINDS.flatMap((kind) => {
    const maximum = maxima[kind]
    if (maximum === null) return []
    return [maximum === 0 ? 100 : (used[kind] / maximum) * 100]
  })
  return Math.max(0, ...parts)
}
