import type { Caller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import { AppError } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import type { AskedFor } from '../usage/index.ts'
import { type Amounts, beyond, fitsInto, NOTHING, percentOf, plus } from './amounts.ts'
import { budgetRepository, toBudget } from './budget.repository.ts'
import { type CounterKey, counterRepository, isSame, reservedOf, spentOf } from './counter.repository.ts'
import type { Standing } from './degrading.ts'
import { periodAt } from './periods.ts'
import { reservationRepository } from './reservation.repository.ts'
import { type AppliedBudget, type BudgetRules, createRules, personAsked } from './rules.ts'
import { refusalWords } from './words.ts'

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

/** What a call came to, as it waits for the database. */
interface Charge {
  organizationId: number
  spent: Amounts
  asked?: AskedFor | undefined
  fromSystem: boolean
  at: number
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

/** An answer takes minutes at most; whoever has set something aside for longer is taken for dead. */
const LEASE_SECONDS = 15 * 60
const SWEEP_EVERY_SECONDS = 60
/** So long an answer takes, about. */
const HELD_SECONDS = 10
const SWEEP_AT_ONCE = 200
/** Longer than the longest period. */
const KEPT_SECONDS = 70 * 86_400

export function createSpending(deps: SpendingDeps) {
  const { db, outbox, onError, now = nowSeconds, leaseSeconds = LEASE_SECONDS } = deps
  let sweptAt = 0

  const keyOf = ({ budget, subject }: AppliedBudget, at: number): CounterKey => ({
    budgetId: budget.id,
    subject,
    periodStart: periodAt(budget.period, at).start,
  })

  /** Gives back what the dead had set aside. */
  async function sweep(): Promise<number> {
    sweptAt = now()
    const ids = await reservationRepository.expiredIds(db, sweptAt, SWEEP_AT_ONCE)
    for (const id of ids) await db.transaction().execute((tx) => end(tx, id, NOTHING))
    return ids.length
  }

  /** Deletes the reservation and settles its counters; with the keys, also when it has expired meanwhile. */
  async function end(tx: Db, id: string, spent: Amounts, keys: readonly CounterKey[] = []): Promise<void> {
    const held = await reservationRepository.take(tx, id)
    for (const key of held?.counters ?? keys) await counterRepository.settle(tx, key, held ?? NOTHING, spent)
  }

  const settlements = outbox.writer<{ id: string; spent: Amounts; keys: readonly CounterKey[] }>(
    'settlements',
    (tx, { id, spent, keys }) => end(tx, id, spent, keys),
  )

  const charges = outbox.writer<Charge>(
    'charges',
    async (tx, { organizationId, spent, asked, fromSystem, at }) => {
      for (const one of await appliedTo(organizationId, asked, fromSystem))
        await counterRepository.charge(tx, keyOf(one, at), spent)
    },
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

  /** Sets aside what an answer may take, in all its budgets at once. Throws quota_exceeded when one of them has no room. */
  async function reserve(
    applied: readonly AppliedBudget[],
    amounts: Amounts,
    context: SpendingContext,
  ): Promise<Spending> {
    const at = now()
    if (at - sweptAt >= SWEEP_EVERY_SECONDS) await sweep()
    const id = newUuid()
    const keys = applied.map((one) => keyOf(one, at))
    let held = NOTHING
    const hold = async (more: Amounts) => {
      let refused = await tryReserve(id, applied, keys, more, held === NOTHING)
      // Perhaps only because of the dead.
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
    sweep,

    /** Gives back what all the dead had set aside, and forgets periods that are long over. */
    async removeOld(signal: AbortSignal): Promise<void> {
      await inBatches(sweep, signal, SWEEP_AT_ONCE)
      const until = now() - KEPT_SECONDS
      await inBatches((limit) => counterRepository.removeBefore(db, until, limit), signal)
    },

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

    /** Counts, whether there is room or not, what a model was asked for that is no answer. */
    charge: (organizationId: number, spent: Amounts, asked?: AskedFor, fromSystem = false): Promise<void> =>
      charges.write({ organizationId, spent, asked, fromSystem, at: now() }),

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

    reserve,
  }
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
