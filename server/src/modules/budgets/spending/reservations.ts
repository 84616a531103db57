import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { newUuid } from '../../../platform/ids.ts'
import { type Amounts, beyond, NOTHING, plus } from '../amounts.ts'
import type { AppliedBudget } from '../rules.ts'
import { type CounterKey, counterRepository, keyOf, spentOf } from './counter.repository.ts'
import { createRefusals } from './refusals.ts'
import { type Lease, reservationRepository } from './reservation.repository.ts'
import type { Spending, SpendingContext, SpendingDeps } from './spending-deps.ts'

/** The instance that holds a reservation renews it several times before it expires. */
const LEASE_SECONDS = 20
const HEARTBEAT_MS = 5000
const SWEEP_BATCH = 200

export function createReservations(deps: SpendingDeps) {
  const { db, outbox, onError, now = nowSeconds } = deps
  const leases = createLeases(deps)
  const refuse = createRefusals(db)
  const settlements = outbox.writer<{ id: string; spent: Amounts; keys: readonly CounterKey[] }>(
    'settlements',
    (tx, { id, spent, keys }) => end(tx, id, spent, keys),
  )

  /** Reserves in all budgets or in none; returns the budget that has no room. */
  async function tryReserve(
    id: string,
    applied: readonly AppliedBudget[],
    keys: readonly CounterKey[],
    amounts: Amounts,
    isFirst: boolean,
  ): Promise<AppliedBudget | undefined> {
    try {
      await db.transaction().execute(async (tx) => {
        for (const [at, appliedBudget] of applied.entries()) {
          const key = keys[at]
          if (key && !(await counterRepository.reserve(tx, key, amounts, appliedBudget.budget.maxima)))
            throw new NoRoom(appliedBudget)
        }
        if (!isFirst && (await reservationRepository.grow(tx, id, amounts, leases.lease))) return
        await reservationRepository.insert(tx, { id, counters: [...keys], ...amounts }, leases.lease)
      })
      return undefined
    } catch (error) {
      if (error instanceof NoRoom) return error.applied
      throw error
    }
  }

  /**
   * Reserves the amounts for an answer in all its budgets at once. Throws quota_exceeded when one of them has no
   * room.
   */
  async function reserve(
    applied: readonly AppliedBudget[],
    amounts: Amounts,
    context: SpendingContext,
  ): Promise<Spending> {
    const at = now()
    const id = newUuid()
    const keys = applied.map((appliedBudget) => keyOf(appliedBudget, at))
    let reserved = NOTHING
    const hold = async (more: Amounts) => {
      let refused = await tryReserve(id, applied, keys, more, reserved === NOTHING)
      // The limit may be reached only because of reservations left by crashed instances.
      if (refused && (await leases.sweep()) > 0)
        refused = await tryReserve(id, applied, keys, more, reserved === NOTHING)
      if (refused) await refuse(refused, plus(reserved, more), context, at)
      reserved = plus(reserved, more)
      leases.keep(id)
    }
    await hold(await averageSpent(db, applied, keys, amounts))
    let isSettled = false
    return {
      async holdAtLeast(total) {
        const more = beyond(total, reserved)
        if (more.cost + more.tokens + more.requests > 0) await hold(more)
      },
      async settle(spent) {
        if (isSettled) return
        isSettled = true
        leases.drop(id)
        await settlements.write({ id, spent, keys }).catch(onError)
      },
    }
  }

  return { reserve, sweepAll: leases.sweepAll, beat: leases.beat, start: leases.start, stop: leases.stop }
}

/**
 * Reservations expire unless they are renewed, so that those of a crashed instance end soon. Expiry uses the clock of
 * the database, because the clocks of several machines may differ.
 */
function createLeases({ db, kind, now, leaseSeconds = LEASE_SECONDS, onError }: SpendingDeps) {
  const reservationIds = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<unknown> = Promise.resolve()

  const lease: Lease = { kind, now, seconds: leaseSeconds }

  /** Releases the reservations of crashed instances. */
  const sweep = (): Promise<number> => release(() => reservationRepository.expiredIds(db, lease, SWEEP_BATCH))

  async function release(find: () => Promise<string[]>): Promise<number> {
    const ids = await find()
    for (const id of ids) await db.transaction().execute((tx) => end(tx, id, NOTHING))
    return ids.length
  }

  const sweepAll = (signal: AbortSignal): Promise<number> => inBatches(sweep, signal, SWEEP_BATCH)

  /** Renews the reservations of this instance and releases expired ones. */
  async function beat(): Promise<void> {
    await reservationRepository.renew(db, [...reservationIds], lease)
    await sweep()
  }

  return {
    lease,
    sweep,
    sweepAll,
    beat,
    keep: (id: string): void => void reservationIds.add(id),
    drop: (id: string): void => void reservationIds.delete(id),

    async start(): Promise<void> {
      // A SQLite file has one server, so any reservation left belongs to an earlier process.
      if (kind === 'sqlite')
        while ((await release(() => reservationRepository.someIds(db, SWEEP_BATCH))) === SWEEP_BATCH);
      timer = setInterval(() => {
        beating = beating.then(beat).catch(onError)
      }, HEARTBEAT_MS).unref()
    },

    async stop(): Promise<void> {
      clearInterval(timer)
      await beating
    },
  }
}

/** Deletes the reservation and settles its counters. The keys are needed if it has already expired. */
async function end(tx: Db, id: string, spent: Amounts, keys: readonly CounterKey[] = []): Promise<void> {
  const reservation = await reservationRepository.take(tx, id)
  for (const key of reservation?.counters ?? keys)
    await counterRepository.settle(tx, key, reservation ?? NOTHING, spent)
}

/** Rolls the transaction back. */
class NoRoom extends Error {
  readonly applied: AppliedBudget

  constructor(applied: AppliedBudget) {
    super('no room in a budget')
    this.applied = applied
  }
}

/**
 * The estimate for one answer, or the average of answers within the same budgets if that is higher: providers may
 * count more tokens than the estimate, and many concurrent answers would exceed the limit.
 */
async function averageSpent(
  db: Db,
  applied: readonly AppliedBudget[],
  keys: readonly CounterKey[],
  estimate: Amounts,
): Promise<Amounts> {
  const isMeasured = applied.some(({ budget: { maxima } }) => maxima.tokens !== null || maxima.cost !== null)
  if (!isMeasured || estimate.requests === 0) return estimate
  let { cost, tokens } = estimate
  for (const row of await counterRepository.of(db, keys)) {
    const spent = spentOf(row)
    if (spent.requests === 0) continue
    // An amount that the answer does not need (such as cost, for a model without a price) can't block it.
    if (cost > 0) cost = Math.max(cost, Math.ceil(spent.cost / spent.requests))
    if (tokens > 0) tokens = Math.max(tokens, Math.ceil(spent.tokens / spent.requests))
  }
  return { ...estimate, cost, tokens }
}
