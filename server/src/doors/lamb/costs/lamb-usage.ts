import { MICROS } from '../../../modules/usage/index.ts'

/** LAMB says USD whatever the organization's prices are in. */
export const toLambUsage = (totals: { inputTokens: number; outputTokens: number; cost: number }) => ({
  spend_usd: totals.cost / MICROS,
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
