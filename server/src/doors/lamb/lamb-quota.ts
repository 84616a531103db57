import { type AssistantRef, findForCompletion, quotaOf } from '../../modules/assistants/index.ts'
import { usageRepository } from '../../modules/usage/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOver, toUsd } from './costs/lamb-usage.ts'

/** Whether an assistant has used up the lifetime quota in its LAMB settings. */
export const createIsOverQuota =
  (db: Db) =>
  async (caller: Caller, ref: AssistantRef): Promise<boolean> => {
    const assistant = await findForCompletion(db, caller, ref)
    const quota = quotaOf(assistant?.metadata ?? '')
    if (!assistant || !quota.enabled || quota.cost_limit_usd === null) return false
    return isOver(quota, toUsd((await usageRepository.totalsOf(db, assistant.id)).cost))
  }
