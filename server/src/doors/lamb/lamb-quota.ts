import { type AssistantRef, findForCompletion, quotaOf } from '../../modules/assistants/index.ts'
import { MICROS, usageRepository } from '../../modules/usage/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'

/** Whether an assistant has used up the lifetime quota in its LAMB settings. */
export const createIsOverQuota =
  (db: Db) =>
  async (caller: Caller, ref: AssistantRef): Promise<boolean> => {
    const assistant = await findForCompletion(db, caller, ref)
    const { enabled, cost_limit_usd: limit } = quotaOf(assistant?.metadata ?? '')
    if (!assistant || !enabled || limit === null) return false
    return (await usageRepository.totalsOf(db, assistant.id)).cost / MICROS >= limit
  }
