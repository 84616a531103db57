import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { AppError } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import type { AskedFor } from '../../usage/index.ts'
import { type Amounts, beyond, fitsInto, NOTHING, percentOf, plus } from '../amounts.ts'
import { budgetRepository, toBudget } from '../budget.repository.ts'
import type { Standing } from '../degrading.ts'
import { periodAt } from '../periods.ts'
import { type AppliedBudget, type BudgetRules, createRules, personAsked } from '../rules.ts'
import { refusalWords } from '../words.ts'
import { type CounterKey, counterRepository, isSame, reservedOf, spentOf } from './counter.repository.ts'
import { reservationRepository } from './reservation.repository.ts'
import type { Spending, SpendingContext, SpendingDeps } from './spending-deps.ts'

/** What a call came to, as it waits for the database. */
interface Charge {
  organizationId: number
  spent: Amounts
  asked?: AskedFor | undefined
  fromSystem: boolean
  at: number
}

/** An answer takes minutes at most; whoever has set something aside for longer is taken for dead. */
const LEASE_SECONDS = 15 * 60
const SWEEP_EVERY_SECONDS = 60
/** So long an answer takes, about. */
const HELD_SECONDS = 10
const SWEEP_AT_ONCE = 200
/** Longer than the longest period. */
const KEPT_SECONDS = 70 * 86_400

export function createSpending(deps: SpendingDeps) {
  const sweep = createSweep(deps)
  const applied = createApplied(deps)
  const refusals = createRefusals(deps)
  const reservations = createReservations(deps, sweep, refusals)
  const { appliedTo } = applied
  const { reserve } = reservations

  return {
    sweep: sweep.sweep,
    removeOld: sweep.removeOld,
    rulesOf: applied.rulesOf,
    standings: applied.standings,
    ...createCharges(deps, applied),

    /** Sets aside what such a call may take. Undefined where nothing is limited. */
    async reserveFor(
      organizationId: number,
      amounts: Amounts,
      asked?: AskedFor,
      fromSystem = false,
    ): Promise<Spending | undefined> {
      const applied = await appliedTo(organizationId, asked, fromSystem)
      if (applied.length === 0) return undefined
      return reserve(applied, amounts, { assistant: { ownerId: asked?.ownerId ?? null, organizationId } })
    },
    ...reservations,
  }
}

function createSweep({ db, now = nowSeconds }: SpendingDeps) {
  let sweptAt = 0

  /** Releases the reservations of crashed instances. */
  async function sweep(): Promise<number> {
    sweptAt = now()
    const ids = await reservationRepository.expiredIds(db, sweptAt, SWEEP_AT_ONCE)
    for (const id of ids) await db.transaction().execute((tx) => end(tx, id, NOTHING))
    return ids.length
  }

  async function sweepIfDue(at: number): Promise<void> {
    if (at - sweptAt >= SWEEP_EVERY_SECONDS) await sweep()
  }

  return {
    sweepIfDue,
    sweep,

    /** Releases all reservations of crashed instances, and deletes old periods. */
    async removeOld(signal: AbortSignal): Promise<void> {
      await inBatches(sweep, signal, SWEEP_AT_ONCE)
      const until = now() - KEPT_SECONDS
      await inBatches((limit) => counterRepository.removeBefore(db, until, limit), signal)
    },
  }
}

type Sweep = ReturnType<typeof createSweep>

function createApplied({ db, now = nowSeconds }: SpendingDeps) {
  /** What the server asks for by itself is a matter of the organization as a whole. */
  async function appliedTo(
    organizationId: number,
    asked: AskedFor | undefined,
    fromSystem: boolean,
  ): Promise<AppliedBudget[]> {
    const budgets = (await budgetRepository.ofOrganization(db, organizationId)).map(toBudget)
    if (asked) return createRules(budgets, asked.assistantId)?.for(personAsked(asked), fromSystem) ?? []
    const whole = budgets.filter(
      (one) => one.assistantId === null && !one.perUser && (fromSystem || !one.ofSystemProviders),
    )
    return whole.map((budget) => ({ budget, subject: '' }))
  }

  return {
    appliedTo,

    /** The budgets that may concern an assistant; undefined = none. */
    async rulesOf(organizationId: number, assistantId: number): Promise<BudgetRules | undefined> {
      const rows = await budgetRepository.ofOrganization(db, organizationId)
      return createRules(rows.map(toBudget), assistantId)
    },

    async standings(applied: readonly AppliedBudget[]): Promise<Standing[]> {
      const at = now()
      const keys = applied.map((one) => keyOf(one, at))
      const rows = await counterRepository.of(db, keys)
      return applied.map((one, index) => {
        const row = rows.find((counter) => keys[index] && isSame(keys[index], counter))
        const percent = percentOf(plus(spentOf(row), reservedOf(row)), one.budget.maxima)
        return { ...one, percent, resetsAt: periodAt(one.budget.period, at).end }
      })
    },
  }
}

type Applied = ReturnType<typeof createApplied>

function createCharges({ outbox, now = nowSeconds }: SpendingDeps, { appliedTo }: Applied) {
  const charges = outbox.writer<Charge>(
    'charges',
    async (tx, { organizationId, spent, asked, fromSystem, at }) => {
      for (const one of await appliedTo(organizationId, asked, fromSystem))
        await counterRepository.charge(tx, keyOf(one, at), spent)
    },
  )

  return {
    /** Counts, whether there is room or not, what a model was asked for that is no answer. */
    charge: (organizationId: number, spent: Amounts, asked?: AskedFor, fromSystem = false): Promise<void> =>
      charges.write({ organizationId, spent, asked, fromSystem, at: now() }),
  }
}

function createRefusals({ db }: SpendingDeps) {
  async function refuse(
    refused: AppliedBudget,
    wanted: Amounts,
    context: SpendingContext,
    at: number,
  ): Promise<never> {
    const resetsAt = periodAt(refused.budget.period, at).end
    const [row] = await counterRepository.of(db, [keyOf(refused, at)])
    // What others have set aside mostly comes back in part, and soon.
    const isOnlyHeld = fitsInto(plus(spentOf(row), wanted), refused.budget.maxima)
    const words = refusalWords(refused, resetsAt, await whomToAsk(refused, context), isOnlyHeld)
    throw new AppError('quota_exceeded', words, {
      retryAfter: isOnlyHeld ? HELD_SECONDS : Math.max(1, resetsAt - at),
    })
  }

  /** Addresses are for people of the organization; others get names. */
  async function whomToAsk({ budget }: AppliedBudget, { caller, assistant }: SpendingContext) {
    const { ownerId, organizationId } = assistant
    if (budget.ofSystemProviders) return 'a system admin'
    const isOwners = budget.setBy === 'owner' && ownerId !== null
    const owner = isOwners ? await budgetRepository.person(db, ownerId) : undefined
    const people = owner ? [owner] : await budgetRepository.admins(db, organizationId)
    const isMember = caller?.kind === 'user' && caller.organizationId === organizationId
    const names = people.map(({ name, email }) => (isMember ? `${name} (${email})` : name))
    return names.length > 0 ? names.join(' or ') : 'those who run this server'
  }

  return { refuse }
}

type Refusals = ReturnType<typeof createRefusals>

function createReservations(
  { db, outbox, onError, now = nowSeconds, leaseSeconds = LEASE_SECONDS }: SpendingDeps,
  { sweepIfDue, sweep }: Sweep,
  { refuse }: Refusals,
) {
  const settlements = outbox.writer<{ id: string; spent: Amounts; keys: readonly CounterKey[] }>(
    'settlements',
    (tx, { id, spent, keys }) => end(tx, id, spent, keys),
  )

  /** All of them, or none and the one that has no room. */
  async function tryReserve(
    id: string,
    applied: readonly AppliedBudget[],
    keys: readonly CounterKey[],
    amounts: Amounts,
    isFirst: boolean,
  ): Promise<AppliedBudget | undefined> {
    const expiresAt = now() + leaseSeconds
    try {
      await db.transaction().execute(async (tx) => {
        for (const [at, one] of applied.entries()) {
          const key = keys[at]
          if (key && !(await counterRepository.reserve(tx, key, amounts, one.budget.maxima)))
            throw new NoRoom(one)
        }
        if (!isFirst && (await reservationRepository.grow(tx, id, amounts, expiresAt))) return
        await reservationRepository.insert(tx, { id, counters: [...keys], ...amounts }, expiresAt)
      })
      return undefined
    } catch (error) {
      if (error instanceof NoRoom) return error.applied
      throw error
    }
  }

  /** Sets aside what an answer may take, in all its budgets at once. Throws quota_exceeded when one of them has no room. */
  async function reserve(
    applied: readonly AppliedBudget[],
    amounts: Amounts,
    context: SpendingContext,
  ): Promise<Spending> {
    const at = now()
    await sweepIfDue(at)
    const id = newUuid()
    const keys = applied.map((one) => keyOf(one, at))
    let held = NOTHING
    const hold = async (more: Amounts) => {
      let refused = await tryReserve(id, applied, keys, more, held === NOTHING)
      // The limit may be reached only because of reservations left by crashed instances.
      if (refused && (await sweep()) > 0)
        refused = await tryReserve(id, applied, keys, more, held === NOTHING)
      if (refused) await refuse(refused, plus(held, more), context, at)
      held = plus(held, more)
    }
    await hold(amounts)
    let isSettled = false
    return {
      async holdAtLeast(total) {
        const more = beyond(total, held)
        if (more.cost + more.tokens + more.requests > 0) await hold(more)
      },
      async settle(spent) {
        if (isSettled) return
        isSettled = true
        await settlements.write({ id, spent, keys }).catch(onError)
      },
    }
  }

  return {
    reserve,
  }
}

const keyOf = ({ budget, subject }: AppliedBudget, at: number): CounterKey => ({
  budgetId: budget.id,
  subject,
  periodStart: periodAt(budget.period, at).start,
})

/** Deletes the reservation and settles its counters; with the keys, also when it has expired meanwhile. */
async function end(tx: Db, id: string, spent: Amounts, keys: readonly CounterKey[] = []): Promise<void> {
  const held = await reservationRepository.take(tx, id)
  for (const key of held?.counters ?? keys) await counterRepository.settle(tx, key, held ?? NOTHING, spent)
}

export type SpendingService = ReturnType<typeof createSpending>

/** Rolls the transaction back. */
class NoRoom extends Error {
  readonly applied: AppliedBudget

  constructor(applied: AppliedBudget) {
    super('no room in a budget')
    this.applied = applied
  }
}
