import { hasSideEffects } from '../../tools/safe-tool-queries.ts'
import type { Tool } from '../../tools/tool.ts'

/** A tool that runs before the model. */
export interface InjectedTool {
  tool: Tool
  /** Already validated, unless it contains placeholders that other tools fill first. */
  config: unknown
  placeholder: string
  /** The placeholders in this tool's settings. It runs after the tools that fill them. */
  after: readonly string[]
  /** Time limit of this tool; defaults to the assistant's limit. */
  timeoutMs?: number | undefined
  /** Whether the person who asks must approve each run. */
  needsApproval?: boolean | undefined
}

/**
 * Used for previews: skips tools that would call a model, ask a person or change something. Their
 * placeholders stay empty.
 */
export const withoutSideEffects = (tools: readonly InjectedTool[]): InjectedTool[] =>
  tools.filter(
    ({ tool, config, needsApproval }) => !tool.asksModels && !hasSideEffects(tool, config) && !needsApproval,
  )
