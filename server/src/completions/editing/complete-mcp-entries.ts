import { parseJsonObject } from '@bellwether/wire'
import type { McpToolUse } from '../../modules/mcp-servers/index.ts'
import { isObject } from '../../platform/is-object.ts'

type Json = Record<string, unknown>

/**
 * Fills in the definitions of MCP tools as the organization accepted them, whatever the form sent: the model
 * must see only accepted descriptions. Settings without MCP tools stay the same, byte for byte.
 */
export const createCompleteMcpEntries =
  ({ find }: Pick<McpToolUse, 'find'>) =>
  async (organizationId: number, metadata: string): Promise<string> => {
    const settings = parseJsonObject(metadata)
    const tools: unknown = settings?.['tools']
    if (!settings || !Array.isArray(tools) || !tools.some(isMcpEntry)) return metadata
    const completed = await Promise.all(
      tools.map(async (entry: unknown) => {
        if (!isMcpEntry(entry)) return entry
        const { server_id: server, tool } = entry.config
        const mcpTool = await find(organizationId, Number(server), String(tool))
        if (!mcpTool) return entry
        const { functionName: name, description, parameters, onlyReads: only_reads } = mcpTool
        return {
          ...entry,
          config: { server_id: Number(server), tool, name, description, parameters, only_reads },
        }
      }),
    )
    return JSON.stringify({ ...settings, tools: completed })
  }

export type CompleteMcpEntries = ReturnType<typeof createCompleteMcpEntries>

function isMcpEntry(entry: unknown): entry is Json & { config: Json } {
  if (!isObject(entry) || entry['type'] !== 'mcp' || !isObject(entry['config'])) return false
  return (
    /^[1-9]\d{0,14}$/.test(String(entry['config']['server_id'])) &&
    typeof entry['config']['tool'] === 'string'
  )
}
