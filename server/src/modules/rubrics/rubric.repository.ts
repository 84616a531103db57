import type { RUBRIC_SCOPES } from '@bellwether/wire'
import { type ExpressionBuilder, sql } from 'kysely'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { containsText } from '../../platform/db/like.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { Database, NewRow, Row } from '../../platform/db/schema.ts'

/** A rubric with the names that every response includes. */
export interface RubricWithOwner extends Row<'rubrics'> {
  owner_email: string
  organization_slug: string
  /** 1 for the system organization, whose public rubrics are templates for all. */
  organization_is_system: number
}

/**
 * One's own rubrics, those shared in the organization, both, or those recommended by an admin. Scopes for browsing
 * (`public`, `showcase`) include the templates of the system organization; the scope for assistants (`usable`)
 * does not.
 */
export type RubricScope = (typeof RUBRIC_SCOPES)[number]

export interface RubricFilter {
  search: string
  subject: string
  gradeLevel: string
}

export interface RubricOwner {
  userId: number
  organizationId: number
}

type Rubrics = ExpressionBuilder<Database, 'rubrics'>

const withOwner = (db: Db) =>
  db
    .selectFrom('rubrics')
    .innerJoin('users', 'users.id', 'rubrics.owner_id')
    .innerJoin('organizations', 'organizations.id', 'rubrics.organization_id')
    .selectAll('rubrics')
    .select([
      'users.email as owner_email',
      'organizations.slug as organization_slug',
      'organizations.is_system as organization_is_system',
    ])

/** Runs for every answer of an assistant with a rubric, which refers to it by uuid. */
const byUuidForOwner = preparedQuery(
  (db, p: { key: string; userId: number; organizationId: number }) =>
    db
      .selectFrom('rubrics')
      .selectAll()
      .where('rubrics.rubric_id', '=', p.key)
      .where((where) => isInScope(where, p, 'usable')),
  { remember: 500 },
)

export const rubricRepository = {
  /** By uuid or number. Only system admins read across organizations, except for templates. */
  async findByKey(db: Db, caller: UserCaller, key: string | number): Promise<RubricWithOwner | undefined> {
    const isIt = toKeyCondition(key)
    if (!isIt) return undefined
    let query = withOwner(db).where(isIt)
    if (!caller.systemAdmin)
      query = query.where((where) =>
        where.or([
          where('rubrics.organization_id', '=', caller.organizationId),
          where.and([where('organizations.is_system', '=', 1), where('rubrics.is_public', '=', 1)]),
        ]),
      )
    return query.executeTakeFirst()
  },

  /** The rubrics that assistants of this owner may use. */
  async findForOwner(db: Db, owner: RubricOwner, key: string | number): Promise<Row<'rubrics'> | undefined> {
    const isIt = toKeyCondition(key)
    if (!isIt) return undefined
    const { userId, organizationId } = owner
    const text = String(key).trim()
    if (!NUMBER.test(text)) return byUuidForOwner.first(db, { userId, organizationId, key: text })
    return db
      .selectFrom('rubrics')
      .selectAll()
      .where(isIt)
      .where((where) => isInScope(where, owner, 'usable'))
      .executeTakeFirst()
  },

  /** One page; showcased rubrics first where other people's are listed, then the newest. */
  list(
    db: Db,
    owner: RubricOwner,
    scope: RubricScope,
    filter: RubricFilter,
    page: { limit: number; offset: number },
  ): Promise<RubricWithOwner[]> {
    const query = withOwner(db).where((where) => matches(where, owner, scope, filter))
    const ordered = scope === 'public' ? query.orderBy('rubrics.is_showcase', 'desc') : query
    return ordered.orderBy('rubrics.id', 'desc').limit(page.limit).offset(page.offset).execute()
  },

  async count(db: Db, owner: RubricOwner, scope: RubricScope, filter: RubricFilter): Promise<number> {
    const row = await db
      .selectFrom('rubrics')
      .where((where) => matches(where, owner, scope, filter))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async insert(db: Db, rubric: NewRow<'rubrics'>): Promise<number> {
    return (await db.insertInto('rubrics').values(rubric).returning('id').executeTakeFirstOrThrow()).id
  },

  /**
   * Locks this rubric until the transaction ends. An update without changes, because SQLite (which has a single
   * writer anyway) lacks `select … for update`.
   */
  async lock(db: Db, id: number): Promise<void> {
    await db
      .updateTable('rubrics')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('id', '=', id)
      .execute()
  },

  async update(db: Db, id: number, change: Partial<NewRow<'rubrics'>>): Promise<void> {
    await db.updateTable('rubrics').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('rubrics').where('id', '=', id).execute()
  },
}

/** Undefined when it is neither a number nor a uuid, so that the database is not queried. */
const NUMBER = /^\d{1,15}$/

function toKeyCondition(key: string | number) {
  const text = String(key).trim()
  if (NUMBER.test(text)) return sql<boolean>`rubrics.id = ${Number(text)}`
  if (/^[\w-]{1,100}$/.test(text)) return sql<boolean>`rubrics.rubric_id = ${text}`
  return undefined
}

function isInScope(where: Rubrics, owner: RubricOwner, scope: RubricScope) {
  const inOrganization = where('rubrics.organization_id', '=', owner.organizationId)
  const mine = where('rubrics.owner_id', '=', owner.userId)
  const open = where('rubrics.is_public', '=', 1)
  switch (scope) {
    case 'mine':
      return where.and([inOrganization, mine])
    case 'public':
      return where.and([open, where.or([inOrganization, isOfSystem(where)])])
    case 'usable':
      return where.and([inOrganization, where.or([mine, open])])
    case 'showcase':
      return where.and([
        open,
        where('rubrics.is_showcase', '=', 1),
        where.or([inOrganization, isOfSystem(where)]),
      ])
  }
}

const isOfSystem = (where: Rubrics) =>
  where(
    'rubrics.organization_id',
    'in',
    where.selectFrom('organizations').select('organizations.id').where('organizations.is_system', '=', 1),
  )

const matches = (where: Rubrics, owner: RubricOwner, scope: RubricScope, filter: RubricFilter) =>
  where.and([isInScope(where, owner, scope), ...sought(where, filter)])

function sought(where: Rubrics, { search, subject, gradeLevel }: RubricFilter) {
  const conditions = []
  if (search !== '')
    conditions.push(
      where.or([containsText('rubrics.title', search), containsText('rubrics.description', search)]),
    )
  if (subject !== '') conditions.push(hasField(where, 'subject', subject))
  if (gradeLevel !== '') conditions.push(hasField(where, 'gradeLevel', gradeLevel))
  return conditions
}

/**
 * Matches the whole value, ignoring case. Searches the text, because one invalid row would make PostgreSQL's JSON
 * functions fail for the whole list. Finds both usual ways to write a JSON key; quotes inside values are escaped, so
 * no text can look like a field.
 */
const hasField = (where: Rubrics, name: string, value: string) =>
  where.or(
    [':', ': '].map((colon) =>
      containsText('rubrics.rubric_data', `"${name}"${colon}${JSON.stringify(value)}`),
    ),
  )
