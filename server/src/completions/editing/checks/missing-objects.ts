import { type Message, type SettingsWarning, say, type ToolEntry } from '@bellwether/wire'
import type { FileService } from '../../../modules/files/index.ts'
import type { McpToolUse } from '../../../modules/mcp-servers/index.ts'
import type { RubricService } from '../../../modules/rubrics/index.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { waitsFor } from '../../context/entry-tools.ts'
import { ownerRights } from '../../tools/access/owner-rights.ts'
import { type FindTarget, validateToolAccess } from '../../tools/access/tool-access.ts'
import { findIncomplete } from './check-entries.ts'
import { toWarning } from './entry-warnings.ts'

export type Owner = { userId: number; organizationId: number }

export interface MissingObjectsDeps {
  tools: ToolRegistry
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  /** Returns the knowledge bases that this owner can't search. */
  missingCollections(owner: Owner, collections: readonly string[]): Promise<string[]>
  /** Returns the knowledge bases without documents. */
  emptyCollections(owner: Owner, collections: readonly string[]): Promise<string[]>
  mcpToolUse: Pick<McpToolUse, 'find'>
  findTarget: FindTarget
}

/** Limits the lookups for very long lists of tools. */
export const MAX_LOOKUPS = 50

const KNOWLEDGE_TOOLS: ReadonlySet<string> = new Set(['simple_rag', 'context_aware_rag', 'hierarchical_rag'])

/** Where warnings about an entry of the list of tools point to. */
const placeInList = (index: number): string => `/metadata/tools/${index}/config`

/**
 * Warns about files, rubrics and other objects that the owner can't use. Saving is allowed: the list of tools
 * may be written before its objects are uploaded. Objects of other people count as missing.
 */
export const createFindMissing =
  (deps: MissingObjectsDeps) =>
  async (
    entries: readonly ToolEntry[],
    owner: Owner,
    placeOf: (index: number) => string = placeInList,
  ): Promise<SettingsWarning[]> => {
    const { tools } = deps
    const warnings: SettingsWarning[] = []
    for (const [index, entry] of entries.slice(0, MAX_LOOKUPS).entries()) {
      if (!entry.enabled || waitsFor(entry, entries, tools).length > 0) continue
      if (findIncomplete([entry], tools).length > 0) continue
      const path = placeOf(index)
      const missing = await missingObject(deps, entry, owner)
      if (missing) warnings.push(toWarning('not_available', missing, path))
      else if (await isEmptyKnowledge(deps, entry, owner))
        warnings.push(toWarning('empty_knowledge_base', say('settings.empty_knowledge_base'), path))
    }
    return warnings
  }

async function missingObject(
  deps: MissingObjectsDeps,
  entry: ToolEntry,
  owner: Owner,
): Promise<Message | undefined> {
  const { type, config } = entry
  const { file_path: path, rubric_id: rubric, server_id: server, tool, collections } = config
  if (type === 'single_file_rag' && typeof path === 'string')
    return (await deps.files.readOwnText(owner, path)).ok ? undefined : say('settings.missing_file', { path })
  if (['rubric_rag', 'rubric_eval'].includes(type) && rubric !== undefined)
    return (await deps.rubrics.findForOwner(owner, String(rubric)))
      ? undefined
      : say('settings.missing_rubric', { id: String(rubric) })
  if (type === 'assistant')
    return (await isOpen(deps, entry, owner))
      ? undefined
      : say('settings.missing_assistant', { id: String(config['assistant_id']) })
  if (config['workspace_id'] !== undefined)
    return (await isOpen(deps, entry, owner)) ? undefined : say('settings.missing_workspace')
  if (type === 'mcp' && typeof tool === 'string')
    return (await deps.mcpToolUse.find(owner.organizationId, Number(server), tool))
      ? undefined
      : say('settings.missing_mcp_tool', { name: tool })
  if (KNOWLEDGE_TOOLS.has(type) && Array.isArray(collections)) {
    const missing = await deps.missingCollections(owner, collections.map(String))
    if (missing.length > 0) return say('settings.missing_knowledge_base', { ids: missing.join(', ') })
  }
  return undefined
}

/** Whether none of its knowledge bases has a document. */
async function isEmptyKnowledge(
  { emptyCollections }: MissingObjectsDeps,
  { type, config }: ToolEntry,
  owner: Owner,
): Promise<boolean> {
  const { collections } = config
  if (!KNOWLEDGE_TOOLS.has(type) || !Array.isArray(collections) || collections.length === 0) return false
  const ids = new Set(collections.map(String))
  return (await emptyCollections(owner, [...ids])).length === ids.size
}

async function isOpen({ tools, findTarget }: MissingObjectsDeps, entry: ToolEntry, owner: Owner) {
  const tool = tools.find(entry.type)
  const config = tool?.config.safeParse(entry.config)
  if (!tool || !config?.success) return true
  const assistant = { id: 0, ownerId: owner.userId, organizationId: owner.organizationId }
  const delegation = { caller: ownerRights(owner), assistant, allowsChanges: true }
  return (await validateToolAccess(findTarget, tool, config.data, delegation)).allowed
}
