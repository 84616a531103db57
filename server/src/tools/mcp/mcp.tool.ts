import { joinMessages, type Message, say, textOf } from '@bellwether/wire'
import * as z from 'zod'
import type { CallableMcpTool } from '../../modules/mcp-servers/index.ts'
import { isAppError, messageOf, messageWithoutHost } from '../../platform/errors.ts'
import { findJsonFaults } from '../arguments/json-faults.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import type { ToolOutput, ToolRun } from '../tool.ts'
import { type Failed, toFailed } from '../tool-failure.ts'

export interface McpToolDeps {
  /** Undefined if the organization has no such tool, or if it can't be called now. */
  findTool(organizationId: number, serverId: number, tool: string): Promise<CallableMcpTool | undefined>
}

const settingsSchema = z
  .object({
    server_id: z.coerce.number<number | string>('choose a tool of an MCP server').int().positive(),
    tool: z.string('choose a tool of an MCP server').min(1).max(128),
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/)
      .optional(),
    description: z.string().max(4000).optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    only_reads: z.boolean().default(false),
  })
  .meta({ widget: 'mcp-tool-picker' })

/**
 * `server_id` and `tool` identify the tool. The other fields are what the organization accepted when the tool
 * was chosen; the model sees those. What can be called, and with which arguments, is looked up on every call.
 */
export type McpToolSettings = z.output<typeof settingsSchema>

type Arguments = Record<string, unknown>

const MAX_REASON = 400
/** Limits the length of another server's error message. */
const MAX_WORDS = 200
const MAX_CONTENT = 100_000

/** Calls a tool of an MCP server that an organization admin registered. */
export const mcpTool = ({ findTool }: McpToolDeps) =>
  defineBuiltIn<McpToolSettings, Arguments>({
    name: 'mcp',
    category: 'custom',
    version: '1.0',
    config: settingsSchema,
    // Its parameters are the other server's JSON Schema: braces in it are not placeholders.
    readsOwnPlaceholders: true,
    input: z.record(z.string(), z.unknown()),
    call: {
      // The list of tools needs a name without settings.
      functionName: ({ name, tool }: Partial<McpToolSettings>) =>
        name ?? (tool ? toFunctionName(tool) : 'mcp_tool'),
      describe: ({ description, tool }) => description || `Calls ${tool} of an MCP server.`,
      parameters: ({ parameters }) =>
        parameters ?? { type: 'object', properties: {}, additionalProperties: true },
    },
    targets: ({ server_id: id }) => [{ kind: 'mcp_server', id: String(id) }],
    // By its name: people who chat do not see the addresses of an organization's servers.
    async explain({ server_id: id, tool, description }, organizationId) {
      const found = await findTool(organizationId, id, tool)
      return { description: description || found?.description, sentTo: found?.serverName }
    },
    hasSideEffects: ({ only_reads: onlyReads }) => !onlyReads,
    async run(run) {
      try {
        return await callTool(findTool, run)
      } catch (error) {
        run.signal.throwIfAborted()
        // The message of an AppError is meant for people, such as a URL that is not allowed or an unreachable
        // server.
        if (!isAppError(error)) throw error
        return { ...failedElsewhere(run.config, textOf(messageWithoutHost(error))), detail: messageOf(error) }
      }
    },
  })

async function callTool(
  findTool: McpToolDeps['findTool'],
  { config, input, assistant, signal }: ToolRun<McpToolSettings, Arguments>,
): Promise<ToolOutput> {
  signal.throwIfAborted()
  const tool = await findTool(assistant.organizationId, config.server_id, config.tool)
  if (!tool) return failed(say('reasons.mcp_not_ticked', { name: config.name ?? config.tool }))
  // Otherwise the settings could skip the approval.
  if (config.only_reads && !tool.onlyReads)
    return failed(say('reasons.mcp_no_longer_reads', { name: tool.functionName }))
  const faults = findJsonFaults(tool.parameters, input)
  if (faults.length > 0) return failed(joinMessages('parts.series', faults))
  const { isError, text } = await tool.call(input, signal)
  if (isError && text === '') return failed(say('reasons.mcp_failed_silently', { name: tool.functionName }))
  if (isError) return failedElsewhere(config, text)
  return { ok: true, content: cut(text) || `${tool.functionName} returned nothing.`, sources: [] }
}

/** Marks the message as foreign: the other server knows that a model reads it. */
const failedElsewhere = ({ name, tool }: McpToolSettings, words: string): Failed =>
  failed(
    say('reasons.mcp_failed', {
      name: name ?? toFunctionName(tool),
      words: JSON.stringify(toOneLine(words).slice(0, MAX_WORDS)),
    }),
  )

const failed = (message: string | Message): Failed => ({
  ...toFailed(message),
  reason: toOneLine(textOf(message)).slice(0, MAX_REASON),
})
const toOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
const cut = (text: string): string =>
  text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT)}\n[cut: the result was longer]` : text
const toFunctionName = (tool: string): string =>
  tool.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60) || 'mcp_tool'
