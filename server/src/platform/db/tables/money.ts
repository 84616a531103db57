import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Money is stored in millionths of the organization's currency, so that it adds up exactly. */
export interface BudgetTable {
  id: Generated<number>
  organization_id: number
  /** Identifies the scope of the budget; unique per period. */
  target: string
  /** An assistant's owner may set one in addition to the organization's. */
  set_by: 'organization' | 'owner'
  assistant_id: number | null
  /** Null with `per_user`: applies to each person without a budget of their own. */
  user_id: number | null
  per_user: Generated<Flag>
  /** 1 if it counts only the organization's use of the system's providers; set by system admins. */
  system_providers: Generated<Flag>
  /** Set if it counts only the guests of this class link. */
  class_link_id: number | null
  /** In UTC. */
  period: 'day' | 'month'
  max_cost: number | null
  max_tokens: number | null
  max_requests: number | null
  /** JSON. */
  degrade: string
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface BudgetCounterTable {
  budget_id: number
  /** The person; empty for a budget that is not per person. */
  subject: string
  period_start: number
  spent_cost: Generated<number>
  spent_tokens: Generated<number>
  spent_requests: Generated<number>
  /** Reserved for answers in progress. */
  reserved_cost: Generated<number>
  reserved_tokens: Generated<number>
  reserved_requests: Generated<number>
  /** Answers that were refused because the budget was used up. */
  refused: Generated<number>
}

export interface BudgetReservationTable {
  id: string
  /** JSON: the keys of the counters that include it. */
  counters: string
  cost: number
  tokens: number
  requests: number
  /** After this time, its instance is considered dead. */
  expires_at: number
}
