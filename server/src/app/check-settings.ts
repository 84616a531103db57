import {
  type AssistantMetadata,
  parseJsonObject,
  parseMetadata,
  type SettingsWarning,
  type ToolEntry,
} from '@bellwether/wire'
import { requireGoodEntries } from '../completions/check-entries.ts'
import { isOfTools } from '../completions/convert-classic.ts'
import { waitsFor } from '../completions/entry-tools.ts'
import { unavailableTools, warningsFor } from '../completions/entry-warnings.ts'
import { FORMAT_VERSION, formatVersionOf } from '../completions/format-steps.ts'
import { requireGoodLimits } from '../completions/run-limits.ts'
import type { CheckedSettings, SettingsToCheck } from '../modules/assistants/index.ts'
import type { FileService } from '../modules/files/index.ts'
import type { RubricService } from '../modules/rubrics/index.ts'
import type { UserCaller } from '../platform/caller.ts'
import { badRequest } from '../platform/errors.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import type { ToolRegistry } from '../tools/registry.ts'

export interface CheckSettingsDeps {
  tools: ToolRegistry
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  /** The knowledge bases that this owner can't search. */
  missingCollections(owner: Owner, collections: readonly string[]): Promise<string[]>
}

/** A courtesy, so that a list of thousands does not become thousands of reads. */
const MOST_LOOKED_UP = 50

const KNOWLEDGE_TOOLS: ReadonlySet<string> = new Set(['simple_rag', 'context_aware_rag', 'hierarchical_rag'])

type Owner = { userId: number; organizationId: number }

/**
 * What an assistant names must exist for its owner, at the time it is saved. The same is checked again whenever it runs:
 * what was right on saving may have been taken away since.
 */
export function createCheckSettings({ tools, files, rubrics, missingCollections }: CheckSettingsDeps) {
  async function requireClassicFile(settings: AssistantMetadata, owner: Owner): Promise<void> {
    if (tools.find(settings.rag_processor)?.name !== 'single_file_rag' || !settings.file_path) return
    const file = await files.readOwnText(owner, settings.file_path)
    if (!file.ok)
      throw badRequest(`The file ${settings.file_path} is not among the owner’s files; upload it first`)
  }

  /** Not refused: a list of tools may be written before what it names is uploaded. A foreign thing is as missing as one that never was. */
  async function missingThing(entry: ToolEntry, owner: Owner): Promise<string | undefined> {
    const { file_path: path, rubric_id: rubric } = entry.config
    if (entry.type === 'single_file_rag' && typeof path === 'string')
      return (await files.readOwnText(owner, path)).ok ? undefined : `the file ${path}`
    if (['rubric_rag', 'rubric_eval'].includes(entry.type) && rubric !== undefined)
      return (await rubrics.findForOwner(owner, String(rubric))) ? undefined : `the rubric ${rubric}`
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
      const missing = await missingThing(entry, owner)
      if (missing === undefined) continue
      const message = `The owner of this assistant has no access to ${missing}; the tool brings nothing until they have.`
      warnings.push({ code: 'not_available', message, path: `/metadata/tools/${index}/config` })
    }
    return warnings
  }

  return async function checkSettings(
    _caller: UserCaller,
    { ownerId, organizationId, form }: SettingsToCheck,
  ): Promise<CheckedSettings> {
    const owner = { userId: ownerId, organizationId }
    const settings = parseMetadata(form.metadata)
    if (!settings) return { metadata: form.metadata, warnings: [] }
    requireGoodLimits(form.metadata)
    const entries = requireGoodEntries(settings.tools, tools)
    await requireClassicFile(settings, owner)
    return {
      metadata: toStored(form.metadata, settings, entries),
      warnings: [...warningsFor(form, settings, entries, tools), ...(await missingThings(entries, owner))],
    }
  }
}

/**
 * The tools of an assistant made of tools are stored in their one form. A classic assistant stays as it was written: turning it into
 * tools is its owner's or its organization's decision. So does what a newer server may have written.
 */
function toStored(json: string, settings: AssistantMetadata, entries: readonly ToolEntry[]): string {
  if (!isOfTools(settings, entries) || formatVersionOf(json) > FORMAT_VERSION) return json
  return JSON.stringify({ ...parseJsonObject(json), tools: entries, _format_version: FORMAT_VERSION })
}

export const createFindUnavailable =
  (tools: ToolRegistry) =>
  (metadata: string): string[] => {
    const settings = parseMetadata(metadata)
    return settings ? unavailableTools(settings, normaliseEntries(settings.tools, tools).entries, tools) : []
  }
