/** The tokens of one or more model calls, as providers bill them. */
export interface TokenUsage {
  /** All input, whether it was cached or not. */
  inputTokens: number
  /** The input that the provider had in its cache, and the input that it added to it. */
  cachedTokens?: number
  cacheWriteTokens?: number
  /** All output, including reasoning. */
  outputTokens: number
  reasoningTokens?: number
}

export const NO_TOKENS: Readonly<Required<TokenUsage>> = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
}

export const totalTokens = ({ inputTokens, outputTokens }: TokenUsage): number => inputTokens + outputTokens

/** Adds to `sum` in place. */
export function addTokens(sum: Required<TokenUsage>, usage: TokenUsage): void {
  sum.inputTokens += usage.inputTokens
  sum.cachedTokens += usage.cachedTokens ?? 0
  sum.cacheWriteTokens += usage.cacheWriteTokens ?? 0
  sum.outputTokens += usage.outputTokens
  sum.reasoningTokens += usage.reasoningTokens ?? 0
}
