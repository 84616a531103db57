import type { ToolInfo } from '@bellwether/wire'
import { placeholdersIn } from '../form/template.ts'
import type { FormTool } from '../tools/entries.ts'
import { placeholderOf } from '../tools/entries.ts'

/** A tool in the diagram. `index` is its position in the list of tools. */
export interface FlowTool {
  key: number
  index: number
  type: string
  /** Its output does not reach the prompt. */
  isCutOff: boolean
}

export interface Flow {
  /** Tools that fill the prompt. */
  injected: FlowTool[]
  /** Tools that the model can call. */
  called: FlowTool[]
  /** Other assistants that the model can ask. */
  asked: FlowTool[]
}

/** How the enabled tools work together. Pure. */
export function toFlow(
  tools: readonly FormTool[],
  template: string,
  infoOf: (type: string) => ToolInfo | undefined,
): Flow {
  const placeholders = placeholdersIn(template)
  const flow: Flow = { injected: [], called: [], asked: [] }
  for (const [index, tool] of tools.entries()) {
    if (!tool.enabled) continue
    const placeholder = placeholderOf(tool, infoOf(tool.type))
    // Another tool may use its output in a setting.
    const isUsed = (other: FormTool) => JSON.stringify(other.config).includes(`{${placeholder}}`)
    const isCutOff =
      placeholder !== undefined &&
      !placeholders.includes(placeholder) &&
      !tools.some((other) => other !== tool && isUsed(other))
    const list = tool.use === 'inject' ? flow.injected : tool.type === 'assistant' ? flow.asked : flow.called
    list.push({ key: tool.key, index, type: tool.type, isCutOff })
  }
  return flow
}
