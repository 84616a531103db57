import type { Caller } from '../../../platform/caller.ts'
import type { DatabaseKind, Db } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import type { Amounts } from '../amounts.ts'

/** What one answer has reserved in its budgets. */
export interface Spending {
  /** Before another turn: reserves up to this total. Throws quota_exceeded when there is no room. */
  holdAtLeast(total: Amounts): Promise<void>
  /** Once, however the answer ended: replaces the reservation by what was spent. Never throws. */
  settle(spent: Amounts): Promise<void>
}

/** For whom, and with whose assistant. */
export interface SpendingContext {
  /** Undefined for a call that a tool makes. */
  caller?: Caller
  assistant: { ownerId: number | null; organizationId: number }
}

export interface SpendingDeps {
  db: Db
  kind: DatabaseKind
  outbox: Outbox
  /** A reservation could not be settled. It is released later. */
  onError(error: unknown): void
  /** Only tests hand in others. */
  now?(): number
  leaseSeconds?: number
}
