import { hasSideEffects } from '../../tools/safe-tool-queries.ts'
import type { Tool } from '../../tools/tool.ts'

/** A tool of the assistant that runs before the model. */
export interface InjectedTool {
  tool: Tool
  /** Already checked, unless it contains placeholders that other tools fill first. */
  config: unknown
  placeholder: string
  /** The placeholders in this tool's settings: it runs after the tools that fill them. */
  after: readonly string[]
  /** How long it may take; the assistant's limit when absent. */
  timeoutMs?: number | undefined
  /** Whether the person who asks must approve each run. */
  needsApproval?: boolean | undefined
}

/** For previews: tools that would call a model, ask a person or change something are left out, and their placeholders stay empty. */
export const withoutSideEffects = (tools: readonly InjectedTool[]): InjectedTool[] =>
  tools.filter(
    ({ tool, config, needsApproval }) => !tool.asksModels && !hasSideEffects(tool, config) && !needsApproval,
  )
