import * as z from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { Amounts } from '../amounts.ts'
import type { CounterKey } from './counter.repository.ts'

export interface Reservation extends Amounts {
  id: string
  counters: CounterKey[]
}

const keysSchema = z.array(z.object({ budgetId: z.number(), subject: z.string(), periodStart: z.number() }))

const toReservation = ({
  id,
  counters,
  cost,
  tokens,
  requests,
}: Row<'budget_reservations'>): Reservation => ({
  id,
  counters: keysSchema.parse(JSON.parse(counters)),
  cost,
  tokens,
  requests,
})

export const reservationRepository = {
  async insert(db: Db, { counters, ...rest }: Reservation, expiresAt: number): Promise<void> {
    await db
      .insertInto('budget_reservations')
      .values({ ...rest, counters: JSON.stringify(counters), expires_at: expiresAt })
      .execute()
  },

  /** False = it is gone: it had expired. */
  async grow(db: Db, id: string, more: Amounts, expiresAt: number): Promise<boolean> {
    const row = await db
      .updateTable('budget_reservations')
      .set((set) => ({
        cost: set('cost', '+', more.cost),
        tokens: set('tokens', '+', more.tokens),
        requests: set('requests', '+', more.requests),
        expires_at: expiresAt,
      }))
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Whoever takes it settles it; nobody else gets it then. */
  async take(db: Db, id: string): Promise<Reservation | undefined> {
    const row = await db
      .deleteFrom('budget_reservations')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && toReservation(row)
  },

  /** One at a time, so that none is held while another is waited for. */
  expiredIds: async (db: Db, now: number, limit: number): Promise<string[]> =>
    (
      await db
        .selectFrom('budget_reservations')
        .select('id')
        .where('expires_at', '<', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
    ).map((row) => row.id),
}
