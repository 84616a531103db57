import { createMcpClient, createMcpServerService, createMcpToolUse } from '../../modules/mcp-servers/index.ts'
import { VERSION } from '../version.ts'
import type { Foundation } from './create-foundation.ts'
import type { People } from './people/create-people.ts'

/** Other people's MCP servers and their tools. */
export function createMcpClientServices({ db, box, outbound }: Foundation, { organizations }: People) {
  const client = createMcpClient({ outbound, version: VERSION })
  return {
    mcpServers: createMcpServerService({ db, box, client, organizations }),
    mcpToolUse: createMcpToolUse({ db, box, client }),
  }
}

export type McpClientServices = ReturnType<typeof createMcpClientServices>
