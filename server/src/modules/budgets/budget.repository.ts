import { type Degrade, degradeSchema, parseJsonObject } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import type { Maxima } from './amounts.ts'

export type BudgetRow = Row<'budgets'>

/** A budget in the form that completions need. */
export interface Budget {
  id: number
  setBy: BudgetRow['set_by']
  assistantId: number | null
  userId: number | null
  perUser: boolean
  /** Counts only the organization's use of the system's providers. */
  ofSystemProviders: boolean
  /** Counts only the guests of this class link. */
  classLinkId: number | null
  period: BudgetRow['period']
  maxima: Maxima
  degrade: Degrade
}

export interface NamedBudgetRow extends BudgetRow {
  assistant_name: string | null
  user_name: string | null
  user_email: string | null
}

const withNames = (db: Db) =>
  db
    .selectFrom('budgets')
    .leftJoin('assistants', 'assistants.id', 'budgets.assistant_id')
    .leftJoin('users', 'users.id', 'budgets.user_id')
    .selectAll('budgets')
    .select(['assistants.name as assistant_name', 'users.name as user_name', 'users.email as user_email'])
    // Those of class links are set and shown with the link.
    .where('budgets.class_link_id', 'is', null)

/** Runs before every image and every search by meaning. */
const ofOrganization = preparedQuery(
  (db, p: { organizationId: number }) =>
    db.selectFrom('budgets').selectAll().where('organization_id', '=', p.organizationId).orderBy('id'),
  { remember: 500 },
)

/** Runs with every tool that asks a model for a guest. */
const guestLink = preparedQuery(
  (db, p: { userId: number }) => db.selectFrom('users').select('guest_link_id').where('id', '=', p.userId),
  { remember: 500 },
)

export const budgetRepository = {
  guestLinkOf: async (db: Db, userId: number): Promise<number | undefined> =>
    (await guestLink.first(db, { userId }))?.guest_link_id ?? undefined,

  ofOrganization: (db: Db, organizationId: number): Promise<BudgetRow[]> =>
    ofOrganization.all(db, { organizationId }),

  list(db: Db, organizationId: number, assistantId?: number): Promise<NamedBudgetRow[]> {
    const query = withNames(db).where('budgets.organization_id', '=', organizationId).orderBy('budgets.id')
    return (
      assistantId === undefined ? query : query.where('budgets.assistant_id', '=', assistantId)
    ).execute()
  },

  find: (db: Db, id: number): Promise<NamedBudgetRow | undefined> =>
    withNames(db).where('budgets.id', '=', id).executeTakeFirst(),

  async count(db: Db, organizationId: number): Promise<number> {
    const row = await db
      .selectFrom('budgets')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('class_link_id', 'is', null)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  },

  async insert(db: Db, row: NewRow<'budgets'>): Promise<number> {
    return (await db.insertInto('budgets').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  async update(db: Db, id: number, change: Partial<NewRow<'budgets'>>): Promise<void> {
    await db.updateTable('budgets').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('budgets').where('id', '=', id).execute()
  },

  /** A few of the organization's admins, whom people can ask for more. */
  admins: (db: Db, organizationId: number): Promise<{ name: string; email: string }[]> =>
    db
      .selectFrom('users')
      .innerJoin('organization_roles', 'organization_roles.user_id', 'users.id')
      .select(['users.name', 'users.email'])
      .where('organization_roles.organization_id', '=', organizationId)
      .where('organization_roles.role', 'in', ['owner', 'admin'])
      .where('users.organization_id', '=', organizationId)
      .where('users.enabled', '=', 1)
      .orderBy('users.id')
      .limit(3)
      .execute(),

  ofLinks: (db: Db, linkIds: readonly number[]): Promise<BudgetRow[]> =>
    linkIds.length === 0
      ? Promise.resolve([])
      : db.selectFrom('budgets').selectAll().where('class_link_id', 'in', linkIds).execute(),

  person: (db: Db, userId: number): Promise<{ name: string; email: string } | undefined> =>
    db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst(),
}

export const toBudget = (row: BudgetRow): Budget => ({
  id: row.id,
  setBy: row.set_by,
  assistantId: row.assistant_id,
  userId: row.user_id,
  perUser: row.per_user === 1,
  ofSystemProviders: row.system_providers === 1,
  classLinkId: row.class_link_id,
  period: row.period,
  maxima: { cost: row.max_cost, tokens: row.max_tokens, requests: row.max_requests },
  degrade: readDegrade(row.degrade),
})

export const readDegrade = (text: string): Degrade =>
  degradeSchema.safeParse(parseJsonObject(text) ?? {}).data ?? degradeSchema.parse({})
