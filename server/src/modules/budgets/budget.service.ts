import {
  type BudgetChange,
  type BudgetRecord,
  MONEY_LIMITS,
  type NewAssistantBudget,
  type NewBudget,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { badRequest, conflict, forbidden, notFound } from '../../platform/errors.ts'
import { may, requireMay } from '../access/index.ts'
import { assistantRepository, factsOf } from '../assistants/index.ts'
import { type OrganizationService, organizationRepository } from '../organizations/index.ts'
import { MICROS } from '../usage/index.ts'
import { userRepository } from '../users/index.ts'
import { type BudgetRow, budgetRepository, type NamedBudgetRow, readDegrade } from './budget.repository.ts'
import { createBudgetRecords } from './budget-records.ts'
import { counterRepository } from './spending/counter.repository.ts'
import { countUsageSoFar } from './spending/usage-so-far.ts'
import { countUsedUp } from './used-up.ts'
import { requireWithin } from './within-organization.ts'

export interface BudgetDeps {
  db: Db
  organizations: Pick<OrganizationService, 'getFor' | 'getRow'>
  /** Writes the usage that is still in memory: a new budget counts what is stored. */
  flushUsage(): Promise<void>
}

type Draft = NewBudget & { setBy: BudgetRow['set_by'] }

/** Organization admins set the organization's budgets; the owner of an assistant may set lower ones on it. */
export function createBudgetService(deps: BudgetDeps) {
  const lookup = createLookup(deps)

  return {
    get: lookup.get,
    list: lookup.list,
    listOfAssistant: lookup.listOfAssistant,
    countUsedUp: (organizationId: number): Promise<number> => countUsedUp(deps.db, organizationId),
    ...createChanges(deps, lookup),
  }
}

function createLookup({ db, organizations }: BudgetDeps) {
  const toRecords = createBudgetRecords({ db, organizations })

  async function recordOf(caller: UserCaller, id: number): Promise<BudgetRecord> {
    const row = await budgetRepository.find(db, id)
    const [record] = row ? await toRecords(caller, [row]) : []
    if (!record) throw notFound('Budget')
    return record
  }

  /** Throws not_found for callers who may not see it. */
  async function getFor(caller: UserCaller, verb: 'see' | 'change', id: number): Promise<NamedBudgetRow> {
    const row = await budgetRepository.find(db, id)
    if (!row) throw notFound('Budget')
    const organization = { kind: 'organization', organizationId: row.organization_id } as const
    if (may(caller, 'edit', organization)) {
      if (verb === 'change' && row.system_providers === 1) requireSystemAdmin(caller)
      return row
    }
    const assistant =
      row.assistant_id === null ? undefined : await assistantRepository.findById(db, caller, row.assistant_id)
    if (!assistant || !may(caller, 'edit', factsOf(assistant))) throw notFound('Budget')
    if (verb === 'change' && row.set_by === 'organization')
      throw forbidden(say('budgets.set_by_organization'))
    return row
  }

  async function assistantFor(caller: UserCaller, id: number) {
    const assistant = await assistantRepository.findById(db, caller, id)
    if (!assistant) throw notFound('Assistant')
    requireMay(caller, 'edit', factsOf(assistant), 'Assistant')
    return assistant
  }

  return {
    recordOf,
    assistantFor,
    getFor,
    get: async (caller: UserCaller, id: number): Promise<BudgetRecord> =>
      recordOf(caller, (await getFor(caller, 'see', id)).id),

    async list(caller: UserCaller, slug: string | undefined): Promise<BudgetRecord[]> {
      const { id } = await organizations.getFor(caller, 'edit', slug)
      return toRecords(caller, await budgetRepository.list(db, id))
    },

    async listOfAssistant(caller: UserCaller, assistantId: number): Promise<BudgetRecord[]> {
      const assistant = await assistantFor(caller, assistantId)
      return toRecords(caller, await budgetRepository.list(db, assistant.organization_id, assistantId))
    },
  }
}

type Lookup = ReturnType<typeof createLookup>

const LIMITS = ['max_cost', 'max_tokens', 'max_requests'] as const

function createChanges(
  { db, organizations, flushUsage }: BudgetDeps,
  { recordOf, assistantFor, getFor }: Lookup,
) {
  /**
   * Also increments the organization's version, so that every instance notices the change without a query per answer.
   */
  const changing = <T>(organizationId: number, change: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await organizationRepository.update(tx, organizationId, { updated_at: nowSeconds() })
      return change(tx)
    })

  async function add(caller: UserCaller, organizationId: number, draft: Draft): Promise<BudgetRecord> {
    if (draft.user_id) {
      const user = await userRepository.findAccount(db, draft.user_id)
      if (user?.organization_id !== organizationId) throw notFound('User')
      requireMay(caller, 'see', { kind: 'user', organizationId, ownerId: user.id }, 'User')
    }
    const row = toRow(caller, organizationId, draft)
    await flushUsage()
    try {
      const id = await changing(organizationId, async (tx) => {
        if ((await budgetRepository.count(tx, organizationId)) >= MONEY_LIMITS.budgets)
          throw badRequest(say('budgets.too_many', { limit: MONEY_LIMITS.budgets }))
        await requireWithin(tx, organizationId, row)
        const id = await budgetRepository.insert(tx, row)
        await countUsageSoFar(tx, id, row, nowSeconds())
        return id
      })
      return await recordOf(caller, id)
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict(say('budgets.duplicate'))
      throw error
    }
  }

  return {
    async create(caller: UserCaller, slug: string | undefined, draft: NewBudget): Promise<BudgetRecord> {
      const { id, is_system } = await organizations.getFor(caller, 'edit', slug)
      if (draft.scope === 'system_providers') {
        requireSystemAdmin(caller)
        if (is_system === 1) throw badRequest(say('budgets.system_organization'))
      }
      if (draft.assistant_id) {
        const assistant = await assistantFor(caller, draft.assistant_id)
        if (assistant.organization_id !== id) throw notFound('Assistant')
      }
      return add(caller, id, { ...draft, setBy: 'organization' })
    },

    /** Set by its owner. A budget that an admin sets on another person's assistant belongs to the organization. */
    async createOnAssistant(
      caller: UserCaller,
      assistantId: number,
      draft: NewAssistantBudget,
    ): Promise<BudgetRecord> {
      const assistant = await assistantFor(caller, assistantId)
      const setBy = assistant.owner_id === caller.userId ? 'owner' : 'organization'
      return add(caller, assistant.organization_id, { ...draft, assistant_id: assistantId, setBy })
    },

    async change(caller: UserCaller, id: number, change: BudgetChange): Promise<BudgetRecord> {
      const row = await getFor(caller, 'change', id)
      const next = { ...row, ...toChange(row, change) }
      if (next.max_cost === null && next.max_tokens === null && next.max_requests === null)
        throw badRequest(say('budgets.maximum_required'))
      await changing(row.organization_id, async (tx) => {
        await requireWithin(tx, row.organization_id, next)
        await budgetRepository.update(tx, id, toChange(row, change))
        if (LIMITS.some((limit) => next[limit] !== row[limit])) await counterRepository.forgetRefusals(tx, id)
      })
      return recordOf(caller, id)
    },

    async delete(caller: UserCaller, id: number): Promise<void> {
      const row = await getFor(caller, 'change', id)
      await changing(row.organization_id, (tx) => budgetRepository.delete(tx, id))
    },
  }
}

export type BudgetService = ReturnType<typeof createBudgetService>

function requireSystemAdmin({ systemAdmin }: UserCaller): void {
  if (!systemAdmin) throw forbidden(say('budgets.system_providers_forbidden'))
}

const toMicros = (units: number | null): number | null => (units === null ? null : Math.round(units * MICROS))

function toRow(caller: UserCaller, organizationId: number, draft: Draft): NewRow<'budgets'> {
  const assistantId = draft.assistant_id ?? null
  const userId = draft.user_id ?? null
  const perUser = draft.scope === 'user'
  const now = nowSeconds()
  const isOfSystem = draft.scope === 'system_providers'
  const target = `assistant:${assistantId ?? '*'}/user:${perUser ? (userId ?? 'each') : '*'}`
  return {
    organization_id: organizationId,
    target: isOfSystem ? 'system-providers' : `${draft.setBy}/${target}`,
    system_providers: isOfSystem ? 1 : 0,
    set_by: draft.setBy,
    assistant_id: assistantId,
    user_id: userId,
    per_user: perUser ? 1 : 0,
    period: draft.period,
    max_cost: toMicros(draft.max_cost),
    max_tokens: draft.max_tokens,
    max_requests: draft.max_requests,
    degrade: JSON.stringify(draft.degrade),
    created_by: caller.userId,
    created_at: now,
    updated_at: now,
  }
}

function toChange(row: BudgetRow, { max_cost, max_tokens, max_requests, degrade }: BudgetChange) {
  return {
    max_cost: max_cost === undefined ? row.max_cost : toMicros(max_cost),
    max_tokens: max_tokens === undefined ? row.max_tokens : max_tokens,
    max_requests: max_requests === undefined ? row.max_requests : max_requests,
    degrade: JSON.stringify({ ...readDegrade(row.degrade), ...degrade }),
    updated_at: nowSeconds(),
  }
}
