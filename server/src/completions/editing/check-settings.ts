import {
  type AssistantMetadata,
  parseJsonObject,
  parseMetadata,
  type SettingsWarning,
  type ToolEntry,
} from '@bellwether/wire'
import {
  type CheckedSettings,
  leadsOthers,
  REFUSED_AS_TOOL,
  type SettingsToCheck,
} from '../../modules/assistants/index.ts'
import type { FileService } from '../../modules/files/index.ts'
import type { McpToolUse } from '../../modules/mcp-servers/index.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import type { RubricService } from '../../modules/rubrics/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { badRequest } from '../../platform/errors.ts'
import { normaliseEntries } from '../../tools/normalise-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { isOfTools, requireMultiTool } from '../context/convert-classic.ts'
import { waitsFor } from '../context/entry-tools.ts'
import { requireGoodLimits } from '../plan/run-limits.ts'
import { ownerRights } from '../tools/owner-rights.ts'
import { type FindTarget, validateToolAccess } from '../tools/tool-access.ts'
import { findIncomplete, requireGoodEntries, requireWellFormed, warnOfMalformed } from './check-entries.ts'
import type { CompleteMcpEntries } from './complete-mcp-entries.ts'
import { unavailableTools, warningsFor } from './entry-warnings.ts'
import { FORMAT_VERSION, formatVersionOf } from './format-steps.ts'

export interface CheckSettingsDeps {
  tools: ToolRegistry
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  /** The knowledge bases that this owner can't search. */
  missingCollections(owner: Owner, collections: readonly string[]): Promise<string[]>
  mcpToolUse: Pick<McpToolUse, 'find'>
  findTarget: FindTarget
  /** How many other assistants ask this one. */
  countListers(organizationId: number, id: number): Promise<number>
  completeMcpEntries: CompleteMcpEntries
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** What is wrong with the connector, the prompt processor and the model. */
  aboutModel(organizationId: number, settings: AssistantMetadata): Promise<SettingsWarning[]>
}

/** A courtesy, so that a list of thousands does not become thousands of reads. */
const MOST_LOOKED_UP = 50

const KNOWLEDGE_TOOLS: ReadonlySet<string> = new Set(['simple_rag', 'context_aware_rag', 'hierarchical_rag'])

type Owner = { userId: number; organizationId: number }

/**
 * What an assistant names must exist for its owner, at the time it is saved. The same is checked again whenever it runs:
 * what was right on saving may have been taken away since.
 */
export function createCheckSettings(deps: CheckSettingsDeps) {
  const { tools, files, rubrics, missingCollections, mcpToolUse, completeMcpEntries } = deps

  /** Refused, not only warned of: it would never be asked. */
  async function requireNoLeaders(
    entries: readonly ToolEntry[],
    caller: UserCaller,
    assistant: { id: number; ownerId: number; organizationId: number },
  ): Promise<void> {
    for (const [index, entry] of entries.slice(0, MOST_LOOKED_UP).entries()) {
      if (!entry.enabled || entry.type !== 'assistant') continue
      const id = String(entry.config['assistant_id'])
      if (id === String(assistant.id)) throw badRequest(`tools/${index}: an assistant can’t ask itself`)
      const found = await deps.findTarget(
        { kind: 'assistant', id },
        { caller, assistant, allowsChanges: true },
      )
      if (found?.refusal) throw badRequest(`tools/${index}: ${REFUSED_AS_TOOL}`)
    }
  }

  /** Those who list an assistant that begins to lead others are refused from now on; whoever saves it should know. */
  async function aboutListers(
    settings: AssistantMetadata,
    { assistantId: id, organizationId }: SettingsToCheck,
  ): Promise<SettingsWarning[]> {
    if (id === undefined || !leadsOthers(settings)) return []
    const count = await deps.countListers(organizationId, id)
    if (count === 0) return []
    const message = `${count === 1 ? 'One assistant asks' : `${count} assistants ask`} this one as a tool. Because it leads others itself, their calls are refused from now on.`
    return [{ code: 'is_tool_of_others', message, path: '/metadata/tools' }]
  }

  async function requireClassicFile(settings: AssistantMetadata, owner: Owner): Promise<void> {
    if (tools.find(settings.rag_processor)?.name !== 'single_file_rag' || !settings.file_path) return
    const file = await files.readOwnText(owner, settings.file_path)
    if (!file.ok)
      throw badRequest(`The file ${settings.file_path} is not among the owner’s files; upload it first`)
  }

  const isOpen = async (entry: ToolEntry, { userId: ownerId, organizationId }: Owner): Promise<boolean> => {
    const tool = tools.find(entry.type)
    const config = tool?.config.safeParse(entry.config)
    if (!tool || !config?.success) return true
    const assistant = { id: 0, ownerId, organizationId }
    const acting = {
      caller: ownerRights({ userId: ownerId, organizationId }),
      assistant,
      allowsChanges: true,
    }
    return (await validateToolAccess(deps.findTarget, tool, config.data, acting)).allowed
  }

  /** Not refused: a list of tools may be written before what it names is uploaded. A foreign thing is as missing as one that never was. */
  async function missingThing(entry: ToolEntry, owner: Owner): Promise<string | undefined> {
    const { file_path: path, rubric_id: rubric } = entry.config
    if (entry.type === 'single_file_rag' && typeof path === 'string')
      return (await files.readOwnText(owner, path)).ok ? undefined : `the file ${path}`
    if (['rubric_rag', 'rubric_eval'].includes(entry.type) && rubric !== undefined)
      return (await rubrics.findForOwner(owner, String(rubric))) ? undefined : `the rubric ${rubric}`
    if (entry.type === 'assistant' || entry.config['workspace_id'] !== undefined)
      return (await isOpen(entry, owner))
        ? undefined
        : entry.type === 'assistant'
          ? `the assistant ${entry.config['assistant_id']}`
          : 'the workspace'
    const { server_id: server, tool } = entry.config
    if (entry.type === 'mcp' && typeof tool === 'string')
      return (await mcpToolUse.find(owner.organizationId, Number(server), tool))
        ? undefined
        : `the MCP tool ${tool}`
    const { collections } = entry.config
    if (KNOWLEDGE_TOOLS.has(entry.type) && Array.isArray(collections)) {
      const missing = await missingCollections(owner, collections.map(String))
      if (missing.length > 0) return `the knowledge base ${missing.join(', ')}`
    }
    return undefined
  }

  async function missingThings(entries: readonly ToolEntry[], owner: Owner): Promise<SettingsWarning[]> {
    const warnings: SettingsWarning[] = []
    for (const [index, entry] of entries.slice(0, MOST_LOOKED_UP).entries()) {
      if (!entry.enabled || waitsFor(entry, entries, tools).length > 0) continue
      if (findIncomplete([entry], tools).length > 0) continue
      const missing = await missingThing(entry, owner)
      if (missing === undefined) continue
      const message = `The owner of this assistant has no access to ${missing}; the tool brings nothing until they have.`
      warnings.push({ code: 'not_available', message, path: `/metadata/tools/${index}/config` })
    }
    return warnings
  }

  return async function checkSettings(caller: UserCaller, given: SettingsToCheck): Promise<CheckedSettings> {
    const { ownerId, organizationId, assistantId, form } = given
    const owner = { userId: ownerId, organizationId }
    const settings = parseMetadata(form.metadata)
    if (!settings) return { metadata: form.metadata, warnings: [] }
    requireGoodLimits(form.metadata)
    const listed = parseJsonObject(form.metadata)?.['tools']
    if (given.isStrict) requireWellFormed(listed)
    const entries = requireGoodEntries(settings.tools, tools)
    requireMultiTool(await deps.settingsOf(organizationId), isOfTools(settings, entries))
    await requireNoLeaders(entries, caller, { id: assistantId ?? 0, ownerId, organizationId })
    await requireClassicFile(settings, owner)
    const incomplete = findIncomplete(entries, tools)
    return {
      metadata: await completeMcpEntries(organizationId, toStored(form.metadata, settings, entries)),
      warnings: [
        ...warnOfMalformed(listed),
        ...(await deps.aboutModel(organizationId, settings)),
        ...warningsFor(form, settings, entries, tools),
        ...incomplete,
        ...(await missingThings(entries, owner)),
        ...(await aboutListers(settings, given)),
      ],
    }
  }
}

/**
 * Tools are stored in their one form. A classic assistant without tools stays as it was written: turning it into tools is its owner's or
 * its organization's decision. So does what a newer server may have written.
 */
function toStored(json: string, settings: AssistantMetadata, entries: readonly ToolEntry[]): string {
  if (entries.length === 0 && !isOfTools(settings, entries)) return json
  if (formatVersionOf(json) > FORMAT_VERSION) return json
  return JSON.stringify({ ...parseJsonObject(json), tools: entries, _format_version: FORMAT_VERSION })
}

export const createFindUnavailable =
  (tools: ToolRegistry) =>
  (metadata: string): string[] => {
    const settings = parseMetadata(metadata)
    return settings ? unavailableTools(settings, normaliseEntries(settings.tools, tools).entries, tools) : []
  }
