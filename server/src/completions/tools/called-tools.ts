import { type Message, say, type ToolEntry } from '@bellwether/wire'
import type { FunctionSpec } from '../../connectors/connector.ts'
import { cutText } from '../../modules/traces/index.ts'
import { toSchema } from '../../tools/describe-tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { readSettings } from '../../tools/safe-tool-queries.ts'
import type { Tool } from '../../tools/tool.ts'
import { toFunctionName } from './tool-calls.ts'

/** A tool that the model may call, with its function name. */
export interface CalledTool {
  tool: Tool
  config: unknown
  spec: FunctionSpec
  /** Time limit of this tool; defaults to the assistant's limit. */
  timeoutMs?: number | undefined
  /** Whether the person who asks must approve each call. */
  needsApproval?: boolean
}

/** Set by the providers. */
const MAX_FUNCTIONS = 128
const MAX_DESCRIPTION_LENGTH = 1024

/** The enabled entries that are offered as functions, each with a unique name. The others are skipped and logged. */
export function calledTools(
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
  leaveOut: (tool: LeftOut) => void,
): CalledTool[] {
  const functions: CalledTool[] = []
  for (const entry of entries) {
    if (!entry.enabled || entry.use !== 'call') continue
    const called =
      functions.length < MAX_FUNCTIONS
        ? toCalled(entry, tools)
        : say('reasons.function_limit', { limit: MAX_FUNCTIONS })
    if ('code' in called) leaveOut({ tool: entry.type, use: 'call', reason: called })
    else functions.push(called)
  }
  const names = new Map<CalledTool, string>()
  const usedNames = new Set<string>()
  // Names from MCP servers must not replace those of our own tools, which the prompt may mention.
  for (const called of functions.toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)))) {
    let name = called.spec.name
    for (let number = 2; usedNames.has(name); number++) name = `${called.spec.name}_${number}`
    usedNames.add(name)
    names.set(called, name)
  }
  return functions.map((called) => ({
    ...called,
    spec: { ...called.spec, name: names.get(called) ?? called.spec.name },
  }))
}

const isForeign = ({ tool }: CalledTool): boolean => tool.name === 'mcp'

/** Returns the reason if the tool can't be offered. */
function toCalled(entry: ToolEntry, tools: ToolRegistry): CalledTool | Message {
  const tool = tools.find(entry.type)
  if (!tool) return say('reasons.not_installed')
  if (!tool.call) return say('reasons.only_in_prompt')
  const config = readSettings(tool, entry.config)
  if (!config) return say('reasons.settings_invalid')
  const spec = toSpec(tool, tool.call, config.data, entry.description)
  if (!spec) return say('reasons.function_name_invalid')
  const needsApproval = entry.approval === 'ask'
  return { tool, config: config.data, timeoutMs: entry.timeout_ms, needsApproval, spec }
}

/** Offers a tool of the server itself, which needs no settings. */
export const toFunction = (tool: Tool & Required<Pick<Tool, 'call'>>): CalledTool => ({
  tool,
  config: {},
  spec: {
    name: tool.call.functionName({}),
    description: tool.call.describe({}),
    parameters: toParameters(tool),
  },
})

/** Returns undefined if the tool throws: a broken plugin is skipped and the answer continues. */
function toSpec(
  tool: Tool,
  call: NonNullable<Tool['call']>,
  config: unknown,
  ownDescription: string | undefined,
): FunctionSpec | undefined {
  try {
    const description = ownDescription || String(call.describe(config) ?? '')
    return {
      name: toFunctionName(String(call.functionName(config))),
      description: cutText(description, MAX_DESCRIPTION_LENGTH - 1),
      parameters: call.parameters?.(config) ?? toParameters(tool),
    }
  } catch {
    return undefined
  }
}

function toParameters(tool: Tool): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = toSchema(tool.input)
  return { type: 'object', ...schema }
}

/** A listed tool that will not run, with the reason. Shown in the trace. */
export interface LeftOut {
  tool: string
  use: ToolEntry['use']
  reason: Message
}
