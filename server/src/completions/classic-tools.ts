import type { AssistantMetadata } from '@bellwether/wire'
import { badRequest } from '../platform/errors.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { InjectedTool } from './gather-context.ts'

/** A classic assistant's file goes into the prompt whole, as it does in LAMB. */
export const WHOLE_FILE = 5_000_000

/** A classic assistant is one with one injected tool, its RAG processor, in `{context}`. None at all when the processor is ''. */
export function classicTools(metadata: AssistantMetadata, tools: ToolRegistry): InjectedTool[] {
  const name = metadata.rag_processor
  if (name === '') return []
  const tool = tools.find(name)
  if (!tool?.inject) throw badRequest(`RAG processor '${name}' not found`)
  const config = tool.config.safeParse(settingsOf(tool.name, metadata))
  if (!config.success) {
    throw badRequest(
      `The settings of ${tool.title} are not complete: ${config.error.issues[0]?.message ?? ''}`,
    )
  }
  return [{ tool, config: config.data, placeholder: 'context', after: [] }]
}

/** Where LAMB keeps the settings of each RAG processor: among the metadata, not with the tool. */
function settingsOf(tool: string, metadata: AssistantMetadata): Record<string, unknown> {
  switch (tool) {
    case 'single_file_rag':
      return { file_path: metadata.file_path, max_chars: WHOLE_FILE }
    case 'rubric_rag':
      return { rubric_id: metadata.rubric_id, format: metadata.rubric_format }
    default:
      return {}
  }
}

/** What LAMB's forms offer as RAG processors, as far as it is there. */
const RAG_PROCESSORS = [
  'no_rag',
  'simple_rag',
  'context_aware_rag',
  'hierarchical_rag',
  'single_file_rag',
  'rubric_rag',
]
export const ragProcessors = (tools: ToolRegistry): string[] =>
  RAG_PROCESSORS.filter((name) => tools.find(name)?.inject)
