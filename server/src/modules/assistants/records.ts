import {
  type AssistantMetadata,
  type AssistantRecord,
  type AssistantSnapshot,
  type AssistantSummary,
  parseMetadata,
  say,
  shownType,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { AssistantInContext } from './assistant.repository.ts'
import { type AssistantSharing, accessLevelOf, toFacts } from './facts.ts'
import { lambNameOf } from './names/names.ts'

export const sharingOf = (
  row: Pick<AssistantInContext, 'oauth_consumer_name' | 'shared_user_id'>,
): AssistantSharing => ({
  published: row.oauth_consumer_name !== null,
  sharedWithCaller: row.shared_user_id !== null,
})

export const factsOf = (row: AssistantInContext) => toFacts(row, sharingOf(row))

/** LAMB's record as used in lists. Only for callers who may see the assistant. */
export function toListedRecord(row: AssistantInContext): AssistantRecord {
  const { published } = sharingOf(row)
  return {
    id: row.id,
    assistant_id: row.id,
    name: row.name,
    lamb_name: lambNameOf(row),
    description: row.description,
    owner: row.owner_email,
    organization_id: row.organization_id,
    metadata: row.metadata,
    api_callback: row.metadata,
    system_prompt: row.system_prompt,
    prompt_template: row.prompt_template,
    RAG_endpoint: '',
    RAG_Top_k: row.rag_top_k,
    RAG_collections: row.rag_collections,
    pre_retrieval_endpoint: '',
    post_retrieval_endpoint: '',
    group_id: row.group_id,
    group_name: row.group_name,
    oauth_consumer_name: row.oauth_consumer_name,
    published_at: row.published_at,
    published,
    publish_status: published,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    access_level: null,
    is_owner: null,
  }
}

/** Student accounts don't see who works in the organization. */
export const ownerShownTo = (
  caller: Pick<UserCaller, 'userType' | 'userId'>,
  row: Pick<AssistantInContext, 'owner_id' | 'owner_email'>,
): string => (isHiddenFrom(caller, row) ? '' : row.owner_email)

const isHiddenFrom = (
  caller: Pick<UserCaller, 'userType' | 'userId'>,
  row: Pick<AssistantInContext, 'owner_id'>,
): boolean => caller.userType === 'end_user' && row.owner_id !== caller.userId

export const toRecord = (row: AssistantInContext, caller: UserCaller): AssistantRecord => ({
  ...toListedRecord(row),
  owner: ownerShownTo(caller, row),
  access_level: accessLevelOf(caller, factsOf(row)) ?? null,
  is_owner: row.owner_id === caller.userId,
})

export function toSummary(
  row: AssistantInContext,
  caller: UserCaller,
  failingTests = 0,
  budgetUsedUpUntil: number | null = null,
): AssistantSummary {
  const access = accessLevelOf(caller, factsOf(row))
  const settings = parseMetadata(row.metadata)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner: ownerShownTo(caller, row),
    owner_name: isHiddenFrom(caller, row) ? '' : row.owner_name,
    organization_id: row.organization_id,
    assistant_type: settings ? shownType(settings) : 'classic',
    can_be_tool: settings !== undefined && !isOrchestrator(settings),
    metadata: access === undefined ? null : row.metadata,
    published: row.oauth_consumer_name !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    access_level: access ?? null,
    is_owner: row.owner_id === caller.userId,
    failing_tests: failingTests,
    budget_used_up_until: access === 'full' ? budgetUsedUpUntil : null,
  }
}

/** The part of an assistant that a save changes and that versions store. */
export const toSnapshot = (row: AssistantSnapshot): AssistantSnapshot => ({
  name: row.name,
  description: row.description,
  metadata: row.metadata,
  system_prompt: row.system_prompt,
  prompt_template: row.prompt_template,
  rag_collections: row.rag_collections,
  rag_top_k: row.rag_top_k,
})

/** On call. LAMB's message. */
export const REFUSED_CALL = say('answers.nested_assistants')

const NAMES: ReadonlySet<unknown> = new Set(['assistant', 'assistant_call', 'assistant_tool'])

/** Whether an assistant calls other assistants. Such an assistant can't be a tool itself, which rules out loops. Pure. */
export const isOrchestrator = ({
  connector,
  tools,
}: Pick<AssistantMetadata, 'connector' | 'tools'>): boolean =>
  connector.toLowerCase().includes('tool_use') || tools.some(isAssistant)

/** In either notation. Blanks around names are ignored, as they are when the tools run. */
function isAssistant(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return NAMES.has(nameOf(entry))
  const { plugin, type, enabled } = entry as { plugin?: unknown; type?: unknown; enabled?: unknown }
  return enabled !== false && NAMES.has(nameOf(plugin) || nameOf(type))
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
