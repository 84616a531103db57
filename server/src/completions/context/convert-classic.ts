import {
  type AssistantMetadata,
  type AssistantSnapshot,
  type Message,
  type OrganizationConfig,
  parseJsonObject,
  parseMetadata,
  say,
  type ToolEntry,
} from '@bellwether/wire'
import { settingsIn } from '../../modules/organizations/index.ts'
import { forbidden } from '../../platform/errors.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { classicSettings, isIdle } from './classic-tools.ts'

/** Fields of a classic assistant that move into a tool's settings. */
const MOVED: ReadonlySet<string> = new Set(['rag_processor', 'rubric_id', 'rubric_format', 'file_path'])

type Tools = Pick<ToolRegistry, 'find'>

export type Converted = { ok: true; settings: Record<string, unknown> } | { ok: false; reason: Message }

/** Orchestrators and agents also use the list of tools. */
const MULTI_TOOL_TYPES: ReadonlySet<string> = new Set(['multi_tool', 'orchestrator', 'agent'])

/** Whether an assistant takes its context from its list of tools rather than from its RAG processor. */
export const usesToolList = (
  settings: Pick<AssistantMetadata, 'assistant_type'>,
  entries: readonly ToolEntry[],
): boolean => MULTI_TOOL_TYPES.has(settings.assistant_type) || entries.some((entry) => entry.use === 'inject')

/** Refuses a multi-tool assistant if the organization has disabled them. Classic assistants are not affected. */
export function requireMultiTool(
  organization: { name: string; config: OrganizationConfig },
  isMultiTool: boolean,
): void {
  if (!isMultiTool || settingsIn(organization.config).multi_tool_enabled) return
  throw forbidden(say('settings.multi_tool_off', { organization: organization.name }))
}

/**
 * Converts format 1 of the settings to format 2: a list of tools that gives the same prompt, byte for byte. A
 * classic assistant's RAG processor becomes one injected tool in `{context}`, and its prompt processor is
 * kept. Settings that moved into the entry (`file_path`, `rubric_id`, `rubric_format`) are removed from the
 * metadata; LAMB's columns stay as they are. Pure.
 */
export function toTools(form: AssistantSnapshot, tools: Tools): Converted {
  const raw = parseJsonObject(form.metadata)
  const settings = parseMetadata(form.metadata)
  if (!raw || !settings) return { ok: false, reason: say('parts.convert_unreadable') }
  const { entries, unreadable } = normalizeEntries(settings.tools, tools)
  if (unreadable.length > 0) return { ok: false, reason: say('parts.convert_tools_unreadable') }
  if (MULTI_TOOL_TYPES.has(settings.assistant_type)) return { ok: true, settings: { ...raw, tools: entries } }
  const tool = tools.find(settings.rag_processor)
  const processor = tool?.name ?? settings.rag_processor
  const hadToolList = usesToolList(settings, entries)
  const addsNothing = isIdle(processor, settings)
  const needsProcessor = processor !== '' && !addsNothing && !hadToolList
  // LAMB leaves blank lines when “no RAG” fills `{context}`, and nothing when there is no processor.
  const leavesBlank = addsNothing && !hadToolList && form.prompt_template.includes('{context}')
  // Using an assistant with a missing RAG processor is an error; a missing tool would be skipped silently.
  if (needsProcessor && !tool) return { ok: false, reason: say('parts.convert_no_processor', { processor }) }
  const context: ToolEntry = {
    type: processor,
    use: 'inject',
    enabled: true,
    placeholder: 'context',
    config: tool ? classicSettings(tool, settings, form) : {},
  }
  const remaining = Object.fromEntries(Object.entries(raw).filter(([field]) => !MOVED.has(field)))
  return {
    ok: true,
    settings: {
      ...remaining,
      assistant_type: 'multi_tool',
      prompt_processor: settings.prompt_processor,
      connector: settings.connector,
      llm: settings.llm,
      // Classic prompts do not mark tool output as data, unless their author wants it.
      ...(hadToolList ? {} : { fence_data: settings.fence_data === true }),
      ...(leavesBlank ? { blank_context: true } : {}),
      tools: needsProcessor ? [context, ...entries] : entries,
    },
  }
}
