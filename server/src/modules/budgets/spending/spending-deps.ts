import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { Amounts } from './amounts.ts'

/** What one answer has set aside in its budgets. */

export interface Spending {
  /** Before another turn: makes sure that so much in all is set aside. Throws quota_exceeded when there is no room. */
  holdAtLeast(total: Amounts): Promise<void>
  /** Once, however the answer ended: what it came to takes the place of what was set aside. Never throws. */
  settle(spent: Amounts): Promise<void>
}
/** For whom, and with whose assistant. */

export interface SpendingContext {
  /** Undefined: somebody for whom a tool asks. */
  caller?: Caller
  assistant: { ownerId: number | null; organizationId: number }
}
export interface SpendingDeps {
  db: Db
  outbox: Outbox
  /** What was set aside and could not be settled is given back later; somebody should know nevertheless. */
  onError(error: unknown): void
  /** Only tests hand in others. */
  now?(): number
  leaseSeconds?: number
}
