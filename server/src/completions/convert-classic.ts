import { type AssistantSnapshot, parseJsonObject, parseMetadata, type ToolEntry } from '@bellwether/wire'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import { WHOLE_FILE } from './classic-tools.ts'

/** The form of the settings that this server writes. */
export const FORMAT_VERSION = 2

/**
 * A classic assistant as an assistant of tools that gives the same prompt, byte for byte: its RAG processor becomes one injected tool in
 * `{context}`, and it keeps its prompt processor. Undefined when there is nothing to convert, or the settings can't be read. Pure.
 * What LAMB reads (`file_path`, the legacy columns) stays where it is.
 */
export function convertClassic(form: AssistantSnapshot, tools: ToolRegistry): string | undefined {
  const raw = parseJsonObject(form.metadata)
  const settings = parseMetadata(form.metadata)
  if (
    !raw ||
    !settings ||
    raw['_format_version'] === FORMAT_VERSION ||
    settings.assistant_type === 'multi_tool'
  )
    return undefined
  const { entries, unreadable } = normaliseEntries(settings.tools, tools)
  if (unreadable.length > 0) return undefined
  const hasInjected = entries.some((entry) => entry.use === 'inject')
  // A processor that is not installed is told of when the assistant is used; as a tool it would be left out without a word.
  if (!hasInjected && settings.rag_processor !== '' && !tools.find(settings.rag_processor)) return undefined
  const context = hasInjected ? [] : toContextTool(settings.rag_processor, form, settings)
  const { rag_processor: _replaced, ...kept } = raw
  return JSON.stringify({
    ...kept,
    assistant_type: 'multi_tool',
    prompt_processor: settings.prompt_processor,
    connector: settings.connector,
    llm: settings.llm,
    tools: [...context, ...entries],
    _format_version: FORMAT_VERSION,
  })
}

function toContextTool(
  processor: string,
  form: AssistantSnapshot,
  settings: { file_path: string; rubric_id: string; rubric_format: string },
): ToolEntry[] {
  if (processor === '') return []
  const entry = { type: processor, use: 'inject', enabled: true, placeholder: 'context' } as const
  switch (processor) {
    case 'single_file_rag':
      return [{ ...entry, config: { file_path: settings.file_path, max_chars: WHOLE_FILE } }]
    case 'rubric_rag':
      return [{ ...entry, config: { rubric_id: settings.rubric_id, format: settings.rubric_format } }]
    case 'simple_rag':
    case 'context_aware_rag':
    case 'hierarchical_rag':
      return [{ ...entry, config: { collections: toIds(form.rag_collections), top_k: form.rag_top_k } }]
    default:
      return [{ ...entry, config: {} }]
  }
}

const toIds = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
