import type { AssistantMetadata } from '@bellwether/wire'
import { badRequest } from '../platform/errors.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { InjectedTool } from './gather-context.ts'

/** A classic assistant's file goes into the prompt whole, as it does in LAMB. */
const WHOLE_FILE = 5_000_000

/** A classic assistant is one with one injected tool: its RAG processor. None at all when the processor is ''. */
export function classicTools(metadata: AssistantMetadata, tools: ToolRegistry): InjectedTool[] {
  const name = metadata.rag_processor
  if (name === '') return []
  const tool = tools.find(name)
  if (!tool?.inject) throw badRequest(`RAG processor '${name}' not found`)
  const given =
    name === 'single_file_rag' ? { file_path: metadata.file_path ?? '', max_chars: WHOLE_FILE } : {}
  const config = tool.config.safeParse(given)
  if (!config.success) {
    throw badRequest(
      `The settings of ${tool.title} are not complete: ${config.error.issues[0]?.message ?? ''}`,
    )
  }
  return [{ tool, config: config.data, placeholder: tool.inject.placeholder }]
}
