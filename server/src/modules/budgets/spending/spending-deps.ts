import type { Caller } from '../../../platform/caller.ts'
import type { DatabaseKind, Db } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import type { Amounts } from '../amounts.ts'

/** The reservation of one answer in its budgets. */
export interface Spending {
  /** Before each further round: reserves up to this total. Throws quota_exceeded when there is no room. */
  holdAtLeast(total: Amounts): Promise<void>
  /** Called once, however the answer ended: replaces the reservation with the amounts spent. Never throws. */
  settle(spent: Amounts): Promise<void>
}

/** The asking person and the assistant. */
export interface SpendingContext {
  /** Undefined for a model call by a tool. */
  caller?: Caller
  assistant: { ownerId: number | null; organizationId: number }
}

export interface SpendingDeps {
  db: Db
  kind: DatabaseKind
  outbox: Outbox
  /** Called when a reservation could not be settled. It is released later. */
  onError(error: unknown): void
  /** Only tests pass another clock. */
  now?(): number
  leaseSeconds?: number
}
