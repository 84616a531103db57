import type { AssistantScope } from '@bellwether/wire'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { containsExactText, containsText } from '../../../platform/db/like.ts'
import type { Database } from '../../../platform/db/schema.ts'
import { type AssistantInContext, assistantsInContext } from '../assistant.repository.ts'

export interface AssistantFilter {
  scope: AssistantScope
  search: string
  type: string
  /** Only these. */
  ids?: readonly number[] | undefined
  limit: number
  offset: number
}

type Assistants = ExpressionBuilder<Database, 'assistants'>

export const assistantListRepository = {
  /** One page, newest first, and the total count. Reads prompts and settings of that page only. */
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
    // Selects the ids first: a single query took PostgreSQL five times as long with 10,000 assistants.
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

function inScope(where: Assistants, caller: UserCaller, scope: AssistantScope): Expression<SqlBool> {
  const ofOrganization = where('organization_id', '=', caller.organizationId)
  // People who move to another organization lose access to their assistants and to those shared with them.
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
    case 'usable':
      return where.or((['mine', 'shared', 'published'] as const).map((one) => inScope(where, caller, one)))
    case 'organization':
      return ofOrganization
  }
}

function sought(where: Assistants, { search, type, ids }: AssistantFilter) {
  const conditions = []
  if (ids) conditions.push(where('assistants.id', 'in', ids))
  if (search.trim() !== '') {
    const words = search.trim()
    conditions.push(
      where.or([
        containsText('name', words),
        // For clients that know the assistant by LAMB's form of the name.
        containsText('lamb_name', words.replace(/\s+/g, '_')),
        containsText('description', words),
      ]),
    )
  }
  if (type !== '') conditions.push(isOfType(where, type))
  return conditions
}

/** The types shown in lists. `multi_tool` finds every assistant with tools, including orchestrators and agents. */
function isOfType(where: Assistants, type: string) {
  const usesToolList = where.or([
    ...['multi_tool', 'orchestrator', 'agent'].map((toolType) => isStoredAs(where, toolType)),
    hasText('"use":"inject"'),
  ])
  switch (type) {
    case 'classic':
      return where.not(where.or([usesToolList, isOrchestrator(where), hasText('"workspace_id"')]))
    case 'multi_tool':
      return where.or([usesToolList, isOrchestrator(where), hasText('"workspace_id"')])
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

/** Entries are stored with their fields in a fixed order. */
const isOrchestrator = (where: Assistants) =>
  where.or(['call', 'inject'].map((use) => hasText(`"type":"assistant","use":"${use}","enabled":true`)))

/**
 * Searches the text instead of the parsed JSON: PostgreSQL's JSON functions would fail the whole list on invalid
 * settings. Finds both usual ways to write a JSON key.
 */
const hasText = (part: string) => containsExactText('metadata', part)
