import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { McpTarget } from './mcp-client.ts'

interface Stored {
  url: string
  header_name: string
  sealed_secret: string | null
}

/** The only place that decrypts the secret of an MCP server, apart from removing it from responses. */
export const toTarget = (box: SecretBox, server: Stored): McpTarget => ({
  url: server.url,
  headers: server.sealed_secret === null ? {} : { [server.header_name]: box.open(server.sealed_secret) },
})
