import type { ToolRegistry } from '../../tools/registry.ts'
import { placeholdersOf } from '../prompt-processors/fill-template.ts'
import { MOODLE_USER } from '../prompt-processors/prompt-processor.ts'
import { searchesByConversation } from '../prompt-processors/registry.ts'
import type { InjectedTool } from './injected-tool.ts'

/**
 * Maps the tool that searches for the last message to the one that searches for the whole conversation. Both
 * have the same settings.
 */
const BY_CONVERSATION: Readonly<Record<string, string>> = { simple_rag: 'context_aware_rag' }

/**
 * Adds the injected tools that other settings imply: a prompt processor may search by conversation, and a
 * template with `{moodle_user}` needs the tool that looks the person up.
 */
export function withImplied(
  injected: readonly InjectedTool[],
  assistant: { promptProcessor: string; template: string; blankContext?: boolean },
  tools: Pick<ToolRegistry, 'find'>,
): InjectedTool[] {
  const searchTools = searchesByConversation(assistant.promptProcessor)
    ? injected.map((entry) => searching(entry, tools))
    : [...injected]
  const withBlank = assistant.blankContext ? withBlankContext(searchTools, tools) : searchTools
  const isFilled = withBlank.some(({ placeholder }) => placeholder === MOODLE_USER)
  if (isFilled || !placeholdersOf(assistant.template).includes(MOODLE_USER)) return withBlank
  const tool = tools.find(MOODLE_USER)
  return tool ? [...withBlank, { tool, config: {}, placeholder: MOODLE_USER, after: [] }] : withBlank
}

/**
 * An assistant converted from “no RAG” has no tool, but keeps the blank lines that LAMB puts in
 * place of `{context}`.
 */
function withBlankContext(injected: InjectedTool[], tools: Pick<ToolRegistry, 'find'>): InjectedTool[] {
  const tool = tools.find('no_rag')
  if (!tool || injected.some(({ placeholder }) => placeholder === 'context')) return injected
  return [...injected, { tool, config: {}, placeholder: 'context', after: [] }]
}

function searching(entry: InjectedTool, tools: Pick<ToolRegistry, 'find'>): InjectedTool {
  const tool = tools.find(BY_CONVERSATION[entry.tool.name] ?? '')
  return tool ? { ...entry, tool } : entry
}
