import { MICROS } from '../../../modules/usage/index.ts'

/** From the millionths in which costs are stored. LAMB always says USD, whatever currency the prices are in. */
export const toUsd = (micros: number): number => micros / MICROS

export const toLambUsage = (totals: { inputTokens: number; outputTokens: number; cost: number }) => ({
  spend_usd: toUsd(totals.cost),
  tokens: {
    prompt_tokens: totals.inputTokens,
    completion_tokens: totals.outputTokens,
    total_tokens: totals.inputTokens + totals.outputTokens,
  },
})

/** Whether an assistant has used up its LAMB quota. */
export const isOver = (
  { enabled, cost_limit_usd: limit }: { enabled: boolean; cost_limit_usd: number | null },
  spent: number,
): boolean => enabled && limit !== null && spent >= limit
