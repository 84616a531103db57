import type { ToolInfo } from '@bellwether/wire'
import { assistants } from '$features/schema-form/resources.svelte.ts'
import { targetNames } from '$features/schema-form/targets.ts'
import { schemaOf } from './entries.ts'

/** The names of the objects that a tool uses: knowledge bases, a rubric, an assistant, a remote tool. */
export const targetsOfTool = (info: ToolInfo | undefined, config: Record<string, unknown>): string[] =>
  info?.name === 'mcp' ? [config['tool'] ?? []].flat().map(String) : targetNames(schemaOf(info), config)

/** The id of the assistant that a tool asks. Pure. */
export function askedAssistant(
  tool: { type: string; config: Record<string, unknown> } | undefined,
): number | undefined {
  const id = Number(tool?.type === 'assistant' ? tool.config['assistant_id'] : undefined)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** What an assistant is for, once it is known. */
export const purposeOf = (id: number | undefined): string | undefined =>
  assistants.value?.find((assistant) => assistant.id === id)?.description
