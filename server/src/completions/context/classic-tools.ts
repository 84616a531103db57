import { type AssistantMetadata, type AssistantSnapshot, say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { Tool } from '../../tools/tool.ts'
import type { InjectedTool } from './injected-tool.ts'

/** The whole file of a classic assistant goes into the prompt, as in LAMB. */
const WHOLE_FILE = 5_000_000
/** The tool's own limit; LAMB's column may contain a larger number. */
const MAX_PASSAGES = 20

/**
 * A classic assistant is treated as having one injected tool, its RAG processor, in `{context}`. An empty
 * processor name means no tool.
 */
export function classicTools(
  metadata: AssistantMetadata,
  columns: LegacyColumns,
  tools: ToolRegistry,
): InjectedTool[] {
  const name = metadata.rag_processor
  if (name === '') return []
  const namedTool = tools.find(name)
  const tool = namedTool && isIdle(namedTool.name, metadata) ? tools.find(NO_RAG) : namedTool
  if (!tool?.inject) throw badRequest(say('models.no_rag_processor', { name }))
  const config = tool.config.safeParse(classicSettings(tool, metadata, columns))
  if (!config.success) {
    throw badRequest(
      say('models.tool_incomplete', {
        tool: tool.title,
        problem: issueMessage(config.error.issues[0]),
      }),
    )
  }
  return [{ tool, config: config.data, placeholder: 'context', after: [] }]
}

const NO_RAG = 'no_rag'

/** Whether a RAG processor adds nothing: like LAMB, assistants whose file or rubric was not chosen answer without it. */
export const isIdle = (
  processor: string,
  { file_path, rubric_id }: Pick<AssistantMetadata, 'file_path' | 'rubric_id'>,
): boolean =>
  processor === NO_RAG ||
  (processor === 'single_file_rag' && file_path.trim() === '') ||
  (processor === 'rubric_rag' && rubric_id.trim() === '')

export type LegacyColumns = Pick<AssistantSnapshot, 'rag_collections' | 'rag_top_k'>

/**
 * Collects the settings of a RAG processor from where LAMB keeps them: the metadata and some columns.
 * Converting a classic assistant stores the same settings, so its prompt stays the same.
 */
export function classicSettings(
  tool: Pick<Tool, 'name' | 'category'>,
  metadata: Pick<AssistantMetadata, 'file_path' | 'rubric_id' | 'rubric_format'>,
  columns: LegacyColumns,
): Record<string, unknown> {
  switch (tool.name) {
    case 'single_file_rag':
      return { file_path: metadata.file_path, max_chars: WHOLE_FILE }
    case 'rubric_rag':
      // Graders were tuned with LAMB's words.
      return { rubric_id: metadata.rubric_id, format: metadata.rubric_format, lamb_words: true }
    case 'simple_rag':
    case 'context_aware_rag':
    case 'hierarchical_rag':
      // LAMB does not number search results.
      return {
        collections: toIds(columns.rag_collections),
        top_k: Math.min(columns.rag_top_k, MAX_PASSAGES),
        numbered: false,
      }
    default:
      // Processors that operators wrote for LAMB expect LAMB's columns.
      return tool.category === 'legacy'
        ? { RAG_collections: columns.rag_collections, RAG_Top_k: columns.rag_top_k }
        : {}
  }
}

const toIds = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
