import type { AssistantScope } from '@bellwether/wire'
import { type ExpressionBuilder, sql } from 'kysely'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Database } from '../../../platform/db/schema.ts'
import { type AssistantInContext, assistantsInContext } from '../assistant.repository.ts'

export interface AssistantFilter {
  scope: AssistantScope
  search: string
  type: string
  limit: number
  offset: number
}

type Assistants = ExpressionBuilder<Database, 'assistants'>

export const assistantListRepository = {
  /** One page, newest first, and how many there are in all. Reads no prompt or setting beyond that page. */
  async list(
    db: Db,
    caller: UserCaller,
    filter: AssistantFilter,
  ): Promise<{ rows: AssistantInContext[]; total: number }> {
    const matching = db
      .selectFrom('assistants')
      .where('deleted_at', 'is', null)
      .where((where) => where.and([inScope(where, caller, filter.scope), ...sought(where, filter)]))
    const { total } = await matching
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (Number(total) <= filter.offset) return { rows: [], total: Number(total) }
    // The ids first: as one query it took PostgreSQL five times as long among 10,000 assistants.
    const page = await matching
      .select('assistants.id')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute()
    if (page.length === 0) return { rows: [], total: Number(total) }
    const rows = await assistantsInContext(db, caller.userId)
      .where(
        'assistants.id',
        'in',
        page.map(({ id }) => id),
      )
      .orderBy('assistants.id', 'desc')
      .execute()
    return { rows, total: Number(total) }
  },
}

function inScope(where: Assistants, caller: UserCaller, scope: AssistantScope) {
  const ofOrganization = where('organization_id', '=', caller.organizationId)
  // People who move to another organization lose access to their assistants and to what was shared with them.
  const withinReach = caller.systemAdmin ? [] : [ofOrganization]
  switch (scope) {
    case 'mine':
      return where.and([where('owner_id', '=', caller.userId), ...withinReach])
    case 'shared': {
      const shared = where
        .selectFrom('assistant_shares')
        .select('assistant_shares.assistant_id')
        .where('assistant_shares.user_id', '=', caller.userId)
      return where.and([
        where('assistants.id', 'in', shared),
        where('owner_id', '!=', caller.userId),
        ...withinReach,
      ])
    }
    case 'published': {
      const published = where
        .selectFrom('assistant_publications')
        .select('assistant_publications.assistant_id')
        .where('assistant_publications.oauth_consumer_name', 'is not', null)
      return where.and([where('assistants.id', 'in', published), ofOrganization])
    }
    case 'organization':
      return ofOrganization
  }
}

function sought(where: Assistants, { search, type }: AssistantFilter) {
  const conditions = []
  if (search.trim() !== '') {
    const words = search.trim()
    // Both sides are lowered by the database: the two differ in which letters beyond ASCII they know.
    const contains = (column: 'name' | 'lamb_name' | 'description', text: string) =>
      sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${likeText(text)}%`}) escape '\\'`
    conditions.push(
      where.or([
        contains('name', words),
        // Clients that know it by LAMB's form.
        contains('lamb_name', words.replace(/\s+/g, '_')),
        contains('description', words),
      ]),
    )
  }
  if (type !== '') conditions.push(isOfType(where, type))
  return conditions
}

/** What is shown as each type. Everything that is made of tools is found as `multi_tool`, those that lead others or work on files too. */
function isOfType(where: Assistants, type: string) {
  const ofTools = where.or([
    ...['multi_tool', 'orchestrator', 'agent'].map((one) => isStoredAs(where, one)),
    hasText('"use":"inject"'),
  ])
  switch (type) {
    case 'classic':
      return where.not(where.or([ofTools, isOrchestrator(where), hasText('"workspace_id"')]))
    case 'multi_tool':
      return where.or([ofTools, isOrchestrator(where), hasText('"workspace_id"')])
    case 'orchestrator':
      return where.and([isOrchestrator(where), where.not(hasText('"workspace_id"'))])
    case 'agent':
      return hasText('"workspace_id"')
    default:
      return isStoredAs(where, type)
  }
}

const isStoredAs = (where: Assistants, type: string) =>
  where.or([hasText(`"assistant_type":"${type}"`), hasText(`"assistant_type": "${type}"`)])

/** Entries are stored with their fields in one order. */
const isOrchestrator = (where: Assistants) =>
  where.or(['call', 'inject'].map((use) => hasText(`"type":"assistant","use":"${use}","enabled":true`)))

/**
 * Looked for in the text rather than in the parsed JSON: stored settings may be unreadable, at which PostgreSQL's JSON functions
 * fail the whole list. The two usual ways to write a JSON key are found.
 */
const hasText = (part: string) => sql<boolean>`metadata like ${`%${likeText(part)}%`} escape '\\'`

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
