import type { ToolEntry } from '@bellwether/wire'
import * as z from 'zod'
import type { FunctionSpec } from '../connectors/connector.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import type { Tool } from '../tools/tool.ts'
import type { LeftOut } from './entry-tools.ts'

/** A tool that the model may call, under the name that it is offered by. */
export interface CalledTool {
  tool: Tool
  config: unknown
  spec: FunctionSpec
  /** How long it may take; the assistant's limit when absent. */
  timeoutMs?: number | undefined
  /** Whether the person who asks must agree to each call. */
  needsApproval?: boolean
}

/** What providers accept as the name of a function. */
const toFunctionName = (name: string): string => name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60) || 'tool'

/** The enabled entries that are offered as functions, each under a name of its own. What can't be offered is left out and logged. */
export function calledTools(
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
  leaveOut: (one: LeftOut) => void,
): CalledTool[] {
  const taken = new Set<string>()
  return entries.flatMap((entry) => {
    if (!entry.enabled || entry.use !== 'call') return []
    const tool = tools.find(entry.type)
    const config = tool?.config.safeParse(entry.config)
    if (!tool?.call || !config?.success) {
      const reason = !tool ? 'not installed' : tool.call ? 'settings are not valid' : 'can only be injected'
      leaveOut({ tool: entry.type, use: 'call', reason })
      return []
    }
    const wanted = toFunctionName(tool.call.functionName(config.data))
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    const described = tool.call.describe(config.data)
    const description = entry.description ? `${entry.description} (${described})` : described
    const parameters = tool.call.parameters?.(config.data) ?? toParameters(tool)
    const needsApproval = entry.approval === 'ask'
    return [
      {
        tool,
        config: config.data,
        timeoutMs: entry.timeout_ms,
        needsApproval,
        spec: { name, description, parameters },
      },
    ]
  })
}

function toParameters(tool: Tool): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
  return { ...schema }
}
