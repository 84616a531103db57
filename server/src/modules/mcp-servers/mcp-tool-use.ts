import { say } from '@bellwether/wire'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { forbidden } from '../../platform/errors.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { compareTools } from './compare-tools.ts'
import type { McpAnswer, McpClient, McpTarget } from './mcp-client.ts'
import { mcpServerRepository, type UsableToolRow } from './mcp-server.repository.ts'
import { readDefinition } from './tool-definition.ts'

export interface McpToolUseDeps {
  db: Db
  box: SecretBox
  client: McpClient
  /** Maximum age of the last comparison with the accepted definition before a call compares again. */
  trustSeconds?: number
}

/** A tool that may be called now. */
export interface CallableMcpTool {
  functionName: string
  serverName: string
  description: string
  parameters: Record<string, unknown>
  /** Both the server and an admin say so. */
  onlyReads: boolean
  call(input: Record<string, unknown>, signal: AbortSignal): Promise<McpAnswer>
}

const TRUST_SECONDS = 600

/**
 * Calls tools of an organization's MCP servers: only those that are enabled and unchanged since they were accepted.
 */
export function createMcpToolUse({ db, box, client, trustSeconds = TRUST_SECONDS }: McpToolUseDeps) {
  async function call(
    row: UsableToolRow,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<McpAnswer> {
    const isFresh = row.checked_at + trustSeconds > nowSeconds()
    const server = { id: row.server_id, organization_id: row.organization_id, name: row.server_name }
    return client.callTool(
      toTarget(box, row),
      {
        name: row.name,
        arguments: input,
        ...(isFresh
          ? {}
          : {
              async check(tools) {
                await db.transaction().execute((tx) => compareTools(tx, server, tools, nowSeconds()))
                const now = await mcpServerRepository.findUsable(
                  db,
                  row.organization_id,
                  row.server_id,
                  row.name,
                )
                if (now?.fingerprint !== row.fingerprint)
                  throw forbidden(say('mcp_servers.tool_changed', { tool: row.function_name }))
              },
            }),
      },
      signal,
    )
  }

  return {
    /** Undefined when this organization has no such tool or may not call it now. */
    async find(organizationId: number, serverId: number, tool: string): Promise<CallableMcpTool | undefined> {
      const row = await mcpServerRepository.findUsable(db, organizationId, serverId, tool)
      if (!row) return undefined
      const { description, input_schema: parameters } = readDefinition(row.definition)
      return {
        functionName: row.function_name,
        serverName: row.server_name,
        description,
        parameters,
        onlyReads: row.only_reads === 1,
        call: (input, signal) => call(row, input, signal),
      }
    },

    /** For the access policy: the server's name, if assistants of this organization may use any tool of it. */
    async findServerName(organizationId: number, serverId: number): Promise<string | undefined> {
      const row = await mcpServerRepository.find(db, serverId)
      return row?.organization_id === organizationId && row.enabled === 1 ? row.name : undefined
    },
  }
}

export type McpToolUse = ReturnType<typeof createMcpToolUse>

interface Stored {
  url: string
  header_name: string
  sealed_secret: string | null
}

/** Decrypts the secret of an MCP server for a call. Elsewhere it is decrypted only to remove it from responses. */
export const toTarget = (box: SecretBox, server: Stored): McpTarget => ({
  url: server.url,
  headers: server.sealed_secret === null ? {} : { [server.header_name]: box.open(server.sealed_secret) },
})
