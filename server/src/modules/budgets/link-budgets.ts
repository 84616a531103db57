import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { organizationRepository } from '../organizations/index.ts'
import { MICROS } from '../usage/index.ts'
import { budgetRepository } from './budget.repository.ts'

/** The limits of a class link. Null means no limit. */
export interface LinkLimits {
  /** Per guest and day. */
  daily_questions: number | null
  /** Of all guests per month, in the organization's currency. */
  max_cost: number | null
}

interface LinkOfAssistant {
  linkId: number
  assistantId: number
  organizationId: number
}

/** The two budgets of a class link: one per guest and day, one for all guests per month. */
export const linkBudgets = {
  async read(db: Db, linkIds: readonly number[]): Promise<Map<number, LinkLimits>> {
    const limits = new Map<number, LinkLimits>(
      linkIds.map((id) => [id, { daily_questions: null, max_cost: null }]),
    )
    for (const row of await budgetRepository.ofLinks(db, linkIds)) {
      const limit = limits.get(row.class_link_id ?? 0)
      if (!limit) continue
      if (row.per_user === 1) limit.daily_questions = row.max_requests
      else if (row.max_cost !== null) limit.max_cost = row.max_cost / MICROS
    }
    return limits
  },

  /** Changed in place, so that raising a limit does not reset the counts. */
  async write(tx: Db, link: LinkOfAssistant, { daily_questions, max_cost }: LinkLimits): Promise<void> {
    const rows = await budgetRepository.ofLinks(tx, [link.linkId])
    const set = async (perUser: 0 | 1, limit: Pick<NewRow<'budgets'>, 'max_requests' | 'max_cost'>) => {
      const row = rows.find((budget) => budget.per_user === perUser)
      const isLimited = limit.max_requests !== null || limit.max_cost !== null
      if (row && isLimited) await budgetRepository.update(tx, row.id, { ...limit, updated_at: nowSeconds() })
      else if (row) await budgetRepository.delete(tx, row.id)
      else if (isLimited) await budgetRepository.insert(tx, toRow(link, perUser, limit))
    }
    await set(1, { max_requests: daily_questions, max_cost: null })
    await set(0, { max_requests: null, max_cost: max_cost === null ? null : toMicros(max_cost) })
    // Answers cache the budgets by the version of the organization.
    await organizationRepository.update(tx, link.organizationId, { updated_at: nowSeconds() })
  },
}

const toMicros = (cost: number): number => Math.max(1, Math.round(cost * MICROS))

function toRow(
  { linkId, assistantId, organizationId }: LinkOfAssistant,
  perUser: 0 | 1,
  limit: Pick<NewRow<'budgets'>, 'max_requests' | 'max_cost'>,
): NewRow<'budgets'> {
  const now = nowSeconds()
  return {
    organization_id: organizationId,
    target: perUser === 1 ? `link:${linkId}:guest` : `link:${linkId}`,
    set_by: 'owner',
    assistant_id: assistantId,
    user_id: null,
    per_user: perUser,
    class_link_id: linkId,
    period: perUser === 1 ? 'day' : 'month',
    max_tokens: null,
    ...limit,
    degrade: '{}',
    created_by: null,
    created_at: now,
    updated_at: now,
  }
}
