import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** An MCP server of an organization. Its tools are enabled one by one by admins. */
export interface McpServerTable {
  id: Generated<number>
  organization_id: number
  name: string
  url: string
  /** The header for the secret. */
  header_name: string
  /** Encrypted; only sent to the server at `url`. */
  sealed_secret: string | null
  enabled: Generated<Flag>
  /** When its list of tools was last compared with the accepted definitions; 0 if never. */
  checked_at: Generated<number>
  /** Why that failed, as a readable message. */
  check_error: string | null
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface McpToolTable {
  id: Generated<number>
  server_id: number
  organization_id: number
  /** The server's name for it. */
  name: string
  /** The name for models, unique within an organization. */
  function_name: string
  /** JSON of the current definition: the last one seen or, once the tool is enabled, the accepted one. */
  definition: string
  fingerprint: string
  enabled: Generated<Flag>
  /** Only reads, according to both an admin and the server. */
  only_reads: Generated<Flag>
  /** `changed`: differs from the accepted definition. `gone`: no longer listed. */
  state: Generated<'current' | 'changed' | 'gone'>
  /** JSON of the definition that waits for review. */
  proposed: string | null
  created_at: number
  updated_at: number
}

/** What a session at our own MCP server asked us to remember. */
export interface McpSessionTable {
  session: string
  log_level: string | null
  /** The state of the lists that it was last notified of. */
  told: string | null
  updated_at: number
}

/** A resource that a session subscribed to. */
export interface McpSubscriptionTable {
  session: string
  uri: string
  /** The state that it was last notified of. */
  mark: string
  /** When the last change was sent; 0: never. */
  told_at: Generated<number>
}
