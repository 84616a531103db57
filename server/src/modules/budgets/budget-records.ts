import { type BudgetAmounts, type BudgetRecord, type BudgetState, MONEY_LIMITS } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { may } from '../access/index.ts'
import { type OrganizationService, parseConfig } from '../organizations/index.ts'
import { MICROS } from '../usage/index.ts'
import { type Amounts, percentOf, plus } from './amounts.ts'
import { budgetRepository, type NamedBudgetRow, toBudget } from './budget.repository.ts'
import { periodAt } from './periods.ts'
import { type CounterRow, counterRepository, reservedOf, spentOf } from './spending/counter.repository.ts'

export interface RecordDeps {
  db: Db
  organizations: Pick<OrganizationService, 'getRow'>
}

const toUnits = ({ cost, tokens, requests }: Amounts): BudgetAmounts => ({
  cost: cost / MICROS,
  tokens,
  requests,
})

function scopeOf(row: NamedBudgetRow): BudgetRecord['scope'] {
  if (row.system_providers === 1) return 'system_providers'
  if (row.per_user === 1) return 'user'
  return row.assistant_id === null ? 'organization' : 'assistant'
}

/** Budgets with their usage, for admins. All of one organization. */
export function createBudgetRecords({ db, organizations }: RecordDeps) {
  /** Names and e-mail addresses are for admins; an assistant's owner only sees numbers, as in its traces. */
  async function identify(
    subject: string,
    isNamed: boolean,
  ): Promise<Omit<BudgetState, 'spent' | 'reserved' | 'refused' | 'percent'>> {
    const noPerson = { user_id: null, name: null, email: null, end_user: null }
    const forwarded = /^(?:client:|key-of:\d+:|end:)(.*)$/s.exec(subject)?.[1]
    if (forwarded !== undefined) return { ...noPerson, end_user: forwarded || null }
    if (!subject.startsWith('user:')) return noPerson
    const id = Number(subject.slice(5))
    const person = isNamed ? await budgetRepository.person(db, id) : undefined
    return { ...noPerson, user_id: id, name: person?.name ?? null, email: person?.email ?? null }
  }

  async function toState(
    row: NamedBudgetRow,
    counter: CounterRow | undefined,
    isNamed: boolean,
  ): Promise<BudgetState> {
    const [spent, reserved] = [spentOf(counter), reservedOf(counter)]
    return {
      ...(await identify(counter?.subject ?? '', isNamed)),
      spent: toUnits(spent),
      reserved: toUnits(reserved),
      refused: counter?.refused ?? 0,
      percent: Math.round(percentOf(plus(spent, reserved), toBudget(row).maxima) * 10) / 10,
    }
  }

  async function statesOf(row: NamedBudgetRow, start: number, isNamed: boolean): Promise<BudgetState[]> {
    const isOfEach = row.per_user === 1 && row.user_id === null
    const most = isOfEach ? MONEY_LIMITS.people : 1
    const counters = await counterRepository.mostUsed(db, row.id, start, most)
    if (counters.length === 0 && !isOfEach) return [await toState(row, undefined, isNamed)]
    const states: BudgetState[] = []
    for (const counter of counters) states.push(await toState(row, counter, isNamed))
    return states
  }

  async function toRecord(caller: UserCaller, row: NamedBudgetRow, currency: string): Promise<BudgetRecord> {
    const { start, end } = periodAt(row.period, nowSeconds())
    const isAdmin = may(caller, 'edit', { kind: 'organization', organizationId: row.organization_id })
    const { id, organization_id, set_by, assistant_id, user_id, period, max_tokens, max_requests } = row
    return {
      id,
      organization_id,
      scope: scopeOf(row),
      set_by,
      assistant_id,
      assistant_name: row.assistant_name,
      user_id,
      user_name: row.user_name,
      user_email: row.user_email,
      period,
      max_cost: row.max_cost === null ? null : row.max_cost / MICROS,
      max_tokens,
      max_requests,
      degrade: toBudget(row).degrade,
      currency,
      resets_at: end,
      states: await statesOf(row, start, isAdmin),
      may_change: row.system_providers === 1 ? caller.systemAdmin : isAdmin || set_by === 'owner',
    }
  }

  return async (caller: UserCaller, rows: readonly NamedBudgetRow[]): Promise<BudgetRecord[]> => {
    const [first] = rows
    if (!first) return []
    const { config } = await organizations.getRow(first.organization_id)
    const currency = parseConfig(config).prices?.currency ?? 'USD'
    return Promise.all(rows.map((row) => toRecord(caller, row, currency)))
  }
}
