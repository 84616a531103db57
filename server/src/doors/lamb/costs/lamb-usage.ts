import { type AssistantRef, findForCompletion, quotaOf } from '../../../modules/assistants/index.ts'
import { MICROS, usageRepository } from '../../../modules/usage/index.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'

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

/** Whether an assistant has used up the lifetime quota in its LAMB settings. */
export const createIsOverQuota =
  (db: Db) =>
  async (caller: Caller, ref: AssistantRef): Promise<boolean> => {
    const assistant = await findForCompletion(db, caller, ref)
    const quota = quotaOf(assistant?.metadata ?? '')
    if (!assistant || !quota.enabled || quota.cost_limit_usd === null) return false
    return isOver(quota, toUsd((await usageRepository.totalsOf(db, assistant.id)).cost))
  }
