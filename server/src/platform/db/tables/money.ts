import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Money is kept in millionths of the organization's currency, so that it adds up exactly. */
export interface BudgetTable {
  id: Generated<number>
  organization_id: number
  /** Whose it is, as one text: no two budgets of a period have the same. */
  target: string
  /** An assistant's owner may set one beside the organization's. */
  set_by: 'organization' | 'owner'
  assistant_id: number | null
  /** Null with `per_user`: each person who has none of their own. */
  user_id: number | null
  per_user: Generated<Flag>
  /** 1 = counts only what the organization uses of the system's providers; set by system admins. */
  system_providers: Generated<Flag>
  /** Of UTC. */
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
  /** Which person; empty where the budget is not one of each person. */
  subject: string
  period_start: number
  spent_cost: Generated<number>
  spent_tokens: Generated<number>
  spent_requests: Generated<number>
  /** Set aside for answers that are being given. */
  reserved_cost: Generated<number>
  reserved_tokens: Generated<number>
  reserved_requests: Generated<number>
}

export interface BudgetReservationTable {
  id: string
  /** JSON: the keys of the counters in which it stands. */
  counters: string
  cost: number
  tokens: number
  requests: number
  /** Then its instance is considered dead. */
  expires_at: number
}
