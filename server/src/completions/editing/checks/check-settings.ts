import {
  type AssistantMetadata,
  parseJsonObject,
  parseMetadata,
  type SettingsWarning,
  say,
  type ToolEntry,
} from '@bellwether/wire'
import {
  type CheckedSettings,
  isOrchestrator,
  requireAuthor,
  type SettingsToCheck,
} from '../../../modules/assistants/index.ts'
import type { OrganizationSettings } from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, forbidden } from '../../../platform/errors.ts'
import { normalizeEntries } from '../../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { classicSettings, type LegacyColumns } from '../../context/classic-tools.ts'
import { requireMultiTool, usesToolList } from '../../context/convert-classic.ts'
import type { AssistantDraft } from '../../plan/completion-plan.ts'
import type { FindTarget } from '../../tools/access/tool-access.ts'
import type { CompleteMcpEntries } from '../complete-mcp-entries.ts'
import { FORMAT_VERSION, formatVersionOf } from '../format-steps.ts'
import { findIncomplete, requireValidEntries, requireWellFormed, warnOfMalformed } from './check-entries.ts'
import { toWarning, unavailableTools, warningsFor } from './entry-warnings.ts'
import { createFindMissing, MAX_LOOKUPS, type MissingObjectsDeps, type Owner } from './missing-objects.ts'
import { createStudentWarnings } from './student-warnings.ts'
import { requireValidSettings } from './valid-settings.ts'

export interface CheckSettingsDeps extends MissingObjectsDeps {
  /** Counts the other assistants that use this one as a tool. */
  countReferencingAssistants(organizationId: number, id: number): Promise<number>
  completeMcpEntries: CompleteMcpEntries
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Finds problems with the connector, the prompt processor and the model. */
  aboutModel(organizationId: number, settings: AssistantMetadata): Promise<SettingsWarning[]>
}

/**
 * Checks on save that the owner can use the objects an assistant names. Each run checks again, because access
 * may have been revoked since.
 */
export function createCheckSettings(deps: CheckSettingsDeps) {
  const { tools, completeMcpEntries } = deps
  const findMissing = createFindMissing(deps)
  const warnForStudents = createStudentWarnings(deps)

  return async function checkSettings(
    caller: UserCaller,
    request: SettingsToCheck,
  ): Promise<CheckedSettings> {
    const { ownerId, organizationId, assistantId, form } = request
    const owner = { userId: ownerId, organizationId }
    const settings = parseMetadata(form.metadata)
    if (!settings) return { metadata: form.metadata, warnings: [] }
    requireValidSettings(form.metadata)
    const toolEntries = parseJsonObject(form.metadata)?.['tools']
    if (request.isStrict) requireWellFormed(toolEntries)
    const entries = requireValidEntries(settings.tools, tools)
    requireMultiTool(await deps.settingsOf(organizationId), usesToolList(settings, entries))
    const assistant = { id: assistantId ?? 0, ownerId, organizationId }
    await requireNoOrchestrators(deps.findTarget, entries, caller, assistant)
    requireOwnFiles(tools, caller, request)
    await requireClassicFile(deps, settings, owner)
    const incomplete = findIncomplete(entries, tools)
    return {
      metadata: await completeMcpEntries(organizationId, toStored(form.metadata, settings, entries)),
      warnings: [
        ...warnOfMalformed(toolEntries),
        ...(await deps.aboutModel(organizationId, settings)),
        ...warningsFor(form, settings, entries, tools),
        ...incomplete,
        ...(await findMissing(entries, owner)),
        ...(await warnOfClassicSource({ tools, findMissing }, { settings, entries, columns: form }, owner)),
        ...(await warnForStudents(settings, entries, owner)),
        ...(await warnOfReferences(deps.countReferencingAssistants, settings, request)),
      ],
    }
  }
}

/**
 * Files are open to their owners only. Tools run with the owner's rights, so an admin who edits the assistant could
 * read any of them by adding it.
 */
function requireOwnFiles(
  tools: ToolRegistry,
  caller: UserCaller,
  { ownerId, earlier, form }: SettingsToCheck,
): void {
  if (earlier === undefined || caller.userId === ownerId) return
  const before = filesIn(earlier, tools)
  for (const path of filesIn(form.metadata, tools))
    if (!before.has(path)) throw forbidden(say('settings.file_of_owner'))
}

/** Also the files of tools that are off: they can be turned on. */
function filesIn(metadata: string, tools: ToolRegistry): Set<string> {
  const settings = parseMetadata(metadata)
  if (!settings) return new Set()
  const entries = normalizeEntries(settings.tools, tools).entries
  const paths = [settings.file_path, ...entries.map(({ config }) => config['file_path'])]
  return new Set(paths.filter((path): path is string => typeof path === 'string' && path !== ''))
}

async function requireClassicFile(
  { tools, files }: MissingObjectsDeps,
  settings: AssistantMetadata,
  owner: Owner,
): Promise<void> {
  if (tools.find(settings.rag_processor)?.name !== 'single_file_rag' || !settings.file_path) return
  const file = await files.readOwnText(owner, settings.file_path)
  if (!file.ok) throw badRequest(say('settings.file_missing', { path: settings.file_path }))
}

/**
 * Stores tools in the current format. A classic assistant without tools is left alone: its owner or its
 * organization decides about conversion. Settings from a newer server are left alone too.
 */
function toStored(json: string, settings: AssistantMetadata, entries: readonly ToolEntry[]): string {
  if (entries.length === 0 && !usesToolList(settings, entries)) return json
  if (formatVersionOf(json) > FORMAT_VERSION) return json
  return JSON.stringify({ ...parseJsonObject(json), tools: entries, _format_version: FORMAT_VERSION })
}

export const createFindUnavailable =
  (tools: ToolRegistry) =>
  (metadata: string): string[] => {
    const settings = parseMetadata(metadata)
    return settings ? unavailableTools(settings, normalizeEntries(settings.tools, tools).entries, tools) : []
  }

/** Refuses the assistant itself and orchestrators as tools, because their calls would be denied. */
async function requireNoOrchestrators(
  findTarget: FindTarget,
  entries: readonly ToolEntry[],
  caller: UserCaller,
  assistant: { id: number; ownerId: number; organizationId: number },
): Promise<void> {
  for (const [index, entry] of entries.slice(0, MAX_LOOKUPS).entries()) {
    if (!entry.enabled || entry.type !== 'assistant') continue
    const id = String(entry.config['assistant_id'])
    if (id === String(assistant.id)) throw badRequest(say('settings.asks_itself', { index }))
    const target = await findTarget({ kind: 'assistant', id }, { caller, assistant, allowsChanges: true })
    if (target?.refusal) throw badRequest(say('settings.nested_assistants', { index }))
  }
}

/** Warns that other assistants can no longer use this one as a tool. */
async function warnOfReferences(
  countReferencingAssistants: (organizationId: number, id: number) => Promise<number>,
  settings: AssistantMetadata,
  { assistantId: id, organizationId }: SettingsToCheck,
): Promise<SettingsWarning[]> {
  if (id === undefined || !isOrchestrator(settings)) return []
  const count = await countReferencingAssistants(organizationId, id)
  if (count === 0) return []
  return [toWarning('is_tool_of_others', say('settings.is_tool_of_others', { count }), '/metadata/tools')]
}

const PLACE = '/metadata/rag_processor'

/**
 * Warns about the source of a classic assistant as about a tool of a list. One without a chosen object can be
 * published, because it answers without its source, as in LAMB.
 */
async function warnOfClassicSource(
  { tools, findMissing }: { tools: ToolRegistry; findMissing: ReturnType<typeof createFindMissing> },
  { settings, entries, columns }: ClassicParts,
  owner: Owner,
): Promise<SettingsWarning[]> {
  const tool = usesToolList(settings, entries) ? undefined : tools.find(settings.rag_processor)
  if (!tool) return []
  const config = classicSettings(tool, settings, columns)
  const source: ToolEntry = { type: tool.name, use: 'inject', enabled: true, config }
  const incomplete = findIncomplete([source], tools).map((warning) => ({
    ...warning,
    code: 'nothing_chosen',
    path: PLACE,
  }))
  return [...incomplete, ...(await findMissing([source], owner, () => PLACE))]
}

interface ClassicParts {
  settings: AssistantMetadata
  entries: readonly ToolEntry[]
  columns: LegacyColumns
}

/** Applies the rules for saving, so that a draft that can be tried can also be saved. */
export const createCheckDraft =
  (checkSettings: ReturnType<typeof createCheckSettings>) =>
  async (caller: UserCaller, draft: AssistantDraft): Promise<AssistantDraft> => {
    requireAuthor(caller)
    const { metadata } = await checkSettings(caller, {
      ownerId: caller.userId,
      organizationId: caller.organizationId,
      assistantId: undefined,
      isStrict: true,
      form: { ...draft, name: 'draft', description: '' },
    })
    return { ...draft, metadata }
  }
