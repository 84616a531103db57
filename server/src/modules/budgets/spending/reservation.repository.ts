import { type Expression, sql } from 'kysely'
import * as z from 'zod'
import { databaseSeconds } from '../../../platform/db/database-clock.ts'
import type { DatabaseKind, Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { Amounts } from '../amounts.ts'
import type { CounterKey } from './counter.repository.ts'

export interface Reservation extends Amounts {
  id: string
  counters: CounterKey[]
}

/** How long a reservation lasts, by the database's clock unless a test passes another one. */
export interface Lease {
  kind: DatabaseKind
  now: (() => number) | undefined
  seconds: number
}

const clockOf = ({ kind, now }: Lease): Expression<number> => (now ? sql.lit(now()) : databaseSeconds(kind))
const expiryOf = (lease: Lease): Expression<number> =>
  sql<number>`${clockOf(lease)} + ${sql.lit(lease.seconds)}`

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
  async insert(db: Db, { counters, ...rest }: Reservation, lease: Lease): Promise<void> {
    await db
      .insertInto('budget_reservations')
      .values({ ...rest, counters: JSON.stringify(counters), expires_at: expiryOf(lease) })
      .execute()
  },

  /** False when it has expired and was released. */
  async grow(db: Db, id: string, more: Amounts, lease: Lease): Promise<boolean> {
    const row = await db
      .updateTable('budget_reservations')
      .set((set) => ({
        cost: set('cost', '+', more.cost),
        tokens: set('tokens', '+', more.tokens),
        requests: set('requests', '+', more.requests),
        expires_at: expiryOf(lease),
      }))
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Deletes it, so that it is settled only once. */
  async take(db: Db, id: string): Promise<Reservation | undefined> {
    const row = await db
      .deleteFrom('budget_reservations')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && toReservation(row)
  },

  async renew(db: Db, ids: readonly string[], lease: Lease): Promise<void> {
    for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT)
      await db
        .updateTable('budget_reservations')
        .set({ expires_at: expiryOf(lease) })
        .where('id', 'in', ids.slice(at, at + IDS_PER_STATEMENT))
        .execute()
  },

  expiredIds: async (db: Db, lease: Lease, limit: number): Promise<string[]> =>
    (
      await db
        .selectFrom('budget_reservations')
        .select('id')
        .where('expires_at', '<', clockOf(lease))
        .orderBy('expires_at')
        .limit(limit)
        .execute()
    ).map((row) => row.id),

  someIds: async (db: Db, limit: number): Promise<string[]> =>
    (await db.selectFrom('budget_reservations').select('id').limit(limit).execute()).map((row) => row.id),
}

const IDS_PER_STATEMENT = 500
