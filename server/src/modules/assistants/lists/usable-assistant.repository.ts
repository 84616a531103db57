import { type ExpressionBuilder, sql } from 'kysely'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import type { Database, Flag, Row } from '../../../platform/db/schema.ts'
import { type AssistantInContext, assistantsInContext } from '../assistant.repository.ts'

/** Everything a completion needs, in one query. */
export interface AssistantToRun extends AssistantInContext {
  organization_name: string
  organization_version: number
  organization_status: Row<'organizations'>['status']
}

export type AssistantRef = { id: number } | { name: string }

/** Of a list by id: at most `limit`, after this id. */
export interface AfterId {
  limit: number
  after: number
}

export interface UsableRow {
  id: number
  name: string
  description: string
  metadata: string
  created_at: number
  organization_name: string
  oauth_consumer_name: string | null
}

/** No user has this id: clients with the system key have no shares. */
const NO_USER = 0

const toRun = (db: Db, callerId: number) =>
  assistantsInContext(db, callerId)
    .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
    .select([
      'organizations.name as organization_name',
      'organizations.version as organization_version',
      'organizations.status as organization_status',
    ])

/** Assistants for clients with the system key: published in any organization that is not suspended. */
const toRunPublished = (db: Db) =>
  toRun(db, NO_USER)
    .where('assistant_publications.oauth_consumer_name', 'is not', null)
    .where('organizations.status', '!=', 'suspended')

interface ById {
  id: number
  userId: number
  organizationId: number
  anyOrganization: Flag
}
const byId = preparedQuery(
  (db, p: ById) =>
    toRun(db, p.userId)
      .where('assistants.id', '=', p.id)
      .where((where) =>
        where.or([
          where('assistants.organization_id', '=', p.organizationId),
          sql<boolean>`cast(${p.anyOrganization} as integer) = 1`,
        ]),
      ),
  { remember: 2000 },
)

const publishedById = preparedQuery(
  (db, p: { id: number }) => toRunPublished(db).where('assistants.id', '=', p.id),
  { remember: 2000 },
)

/** `LAMB:<name>`, with LAMB's form or the display name. */
const isNamed = (where: ExpressionBuilder<Database, 'assistants'>, name: string) =>
  where.or([where('assistants.lamb_name', '=', name), where('assistants.name', '=', name)])

function byName(db: Db, caller: UserCaller, name: string) {
  let query = toRun(db, caller.userId)
    .where((where) => isNamed(where, name))
    .where('assistants.organization_id', '=', caller.organizationId)
    .where((where) =>
      where.or([
        where('assistants.owner_id', '=', caller.userId),
        where('assistant_shares.user_id', 'is not', null),
        where('assistant_publications.oauth_consumer_name', 'is not', null),
      ]),
    )
  if (caller.onlyAssistants) query = query.where('assistants.id', 'in', atLeastOne(caller.onlyAssistants))
  return query
    .orderBy(
      sql`case when assistants.owner_id = ${caller.userId} then 0 when assistant_shares.user_id is not null then 1 else 2 end`,
    )
    .orderBy('assistants.id')
    .limit(1)
}

/** Two organizations may publish the same name; the assistant that also has it as its consumer name comes first. */
const publishedByName = (db: Db, name: string) =>
  toRunPublished(db)
    .where((where) => isNamed(where, name))
    .orderBy(sql`case when assistant_publications.oauth_consumer_name = ${name} then 0 else 1 end`)
    .orderBy('assistants.id')
    .limit(1)

/** `in ()` is not valid SQL, and no assistant has the id 0. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

export const usableAssistantRepository = {
  find(db: Db, caller: Caller, ref: AssistantRef): Promise<AssistantToRun | undefined> {
    if (caller.kind === 'system') {
      return 'id' in ref
        ? publishedById.first(db, { id: ref.id })
        : publishedByName(db, ref.name).executeTakeFirst()
    }
    if (!('id' in ref)) return byName(db, caller, ref.name).executeTakeFirst()
    const { userId, organizationId } = caller
    return byId.first(db, { id: ref.id, userId, organizationId, anyOrganization: caller.systemAdmin ? 1 : 0 })
  },

  /**
   * The assistants the caller may chat with: their own, those shared with them and those published in their
   * organization.
   */
  list(db: Db, caller: Caller, page?: AfterId): Promise<UsableRow[]> {
    let query = db
      .selectFrom('assistants')
      .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select([
        'assistants.id',
        'assistants.name',
        'assistants.description',
        'assistants.metadata',
        'assistants.created_at',
        'organizations.name as organization_name',
        'assistant_publications.oauth_consumer_name',
      ])
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.id')
    if (page) query = query.where('assistants.id', '>', page.after).limit(page.limit)
    if (caller.kind === 'system') {
      return query
        .where('assistant_publications.oauth_consumer_name', 'is not', null)
        .where('organizations.status', '!=', 'suspended')
        .execute()
    }
    if (caller.onlyAssistants) query = query.where('assistants.id', 'in', atLeastOne(caller.onlyAssistants))
    return query
      .where('assistants.organization_id', '=', caller.organizationId)
      .where((where) =>
        where.or([
          where('assistants.owner_id', '=', caller.userId),
          where('assistant_publications.oauth_consumer_name', 'is not', null),
          where.exists(
            where
              .selectFrom('assistant_shares')
              .select('assistant_shares.user_id')
              .whereRef('assistant_shares.assistant_id', '=', 'assistants.id')
              .where('assistant_shares.user_id', '=', caller.userId),
          ),
        ]),
      )
      .execute()
  },
}
