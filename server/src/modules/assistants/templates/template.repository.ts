import type { templateListQuerySchema } from '@bellwether/wire'
import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod'
import { isStudent, type UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { containsText } from '../../../platform/db/like.ts'
import type { Database, NewRow, Row } from '../../../platform/db/schema.ts'

/** A template with its owner's name, which every response includes. */
export interface TemplateWithOwner extends Row<'prompt_templates'> {
  owner_email: string
  owner_name: string
}

const SEARCHED = ['name', 'description', 'prompt_template'] as const

type Templates = ExpressionBuilder<Database, 'prompt_templates'>
export type TemplateScope = z.output<typeof templateListQuerySchema>['scope']

const withOwner = (db: Db) =>
  db
    .selectFrom('prompt_templates')
    .innerJoin('users', 'users.id', 'prompt_templates.owner_id')
    .selectAll('prompt_templates')
    .select(['users.email as owner_email', 'users.name as owner_name'])

/** People who move to another organization lose access to their templates. Only system admins can access other organizations. */
const withinReach = (db: Db, caller: UserCaller) => {
  const query = withOwner(db)
  return caller.systemAdmin
    ? query
    : query.where('prompt_templates.organization_id', '=', caller.organizationId)
}

const inScope = (caller: UserCaller, scope: TemplateScope, search: string) => (where: Templates) => {
  const mine = where('prompt_templates.owner_id', '=', caller.userId)
  // Students have only their own.
  const shared = isStudent(caller)
    ? where.lit(false)
    : where.and([
        where('prompt_templates.is_shared', '=', 1),
        where('prompt_templates.owner_id', '!=', caller.userId),
      ])
  const found = SEARCHED.map((column) => containsText(`prompt_templates.${column}`, search))
  return where.and([
    where('prompt_templates.organization_id', '=', caller.organizationId),
    { mine, shared, usable: where.or([mine, shared]) }[scope],
    ...(search === '' ? [] : [where.or(found)]),
  ])
}

export const templateRepository = {
  findById: (db: Db, caller: UserCaller, id: number): Promise<TemplateWithOwner | undefined> =>
    withinReach(db, caller).where('prompt_templates.id', '=', id).executeTakeFirst(),

  findByIds: (db: Db, caller: UserCaller, ids: readonly number[]): Promise<TemplateWithOwner[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : withinReach(db, caller).where('prompt_templates.id', 'in', ids).execute(),

  /** One page, newest first. */
  list: (
    db: Db,
    caller: UserCaller,
    scope: TemplateScope,
    page: { limit: number; offset: number; search: string },
  ): Promise<TemplateWithOwner[]> =>
    withOwner(db)
      .where(inScope(caller, scope, page.search))
      .orderBy('prompt_templates.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),

  async count(db: Db, caller: UserCaller, scope: TemplateScope, search: string): Promise<number> {
    const row = await db
      .selectFrom('prompt_templates')
      .where(inScope(caller, scope, search))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async namesOf(db: Db, owner: { organizationId: number; userId: number }): Promise<Set<string>> {
    const rows = await db
      .selectFrom('prompt_templates')
      .select('name')
      .where('organization_id', '=', owner.organizationId)
      .where('owner_id', '=', owner.userId)
      .execute()
    return new Set(rows.map((row) => row.name))
  },

  /** Undefined when the owner already has a template with this name. */
  async insert(db: Db, template: NewRow<'prompt_templates'>): Promise<number | undefined> {
    const row = await db
      .insertInto('prompt_templates')
      .values(template)
      .onConflict((conflict) => conflict.columns(['organization_id', 'owner_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  async update(db: Db, id: number, change: Partial<NewRow<'prompt_templates'>>): Promise<void> {
    await db.updateTable('prompt_templates').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('prompt_templates').where('id', '=', id).execute()
  },
}
