import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** A server of tools that an organization has chosen to trust, as far as its admins ticked them. */
export interface McpServerTable {
  id: Generated<number>
  organization_id: number
  name: string
  url: string
  /** The header that the secret is sent in. */
  header_name: string
  /** Encrypted; goes to the server at `url` and nowhere else. */
  sealed_secret: string | null
  enabled: Generated<Flag>
  /** When its list of tools was last compared with what was accepted; 0 = never. */
  checked_at: Generated<number>
  /** Why that failed, in words for people. */
  check_error: string | null
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface McpToolTable {
  id: Generated<number>
  server_id: number
  organization_id: number
  /** As its server calls it. */
  name: string
  /** As models call it: once in an organization. */
  function_name: string
  /** JSON of the definition that counts: the one that was last seen or, once ticked, the one that was accepted. */
  definition: string
  fingerprint: string
  enabled: Generated<Flag>
  /** An admin vouches for it, where the server says so too. */
  only_reads: Generated<Flag>
  /** `changed`: not what was accepted any more. `gone`: no longer listed. */
  state: Generated<'current' | 'changed' | 'gone'>
  /** JSON of the definition that waits to be accepted. */
  proposed: string | null
  created_at: number
  updated_at: number
}

/** What a session at our own MCP server asked us to remember. */
export interface McpSessionTable {
  session: string
  log_level: string | null
  /** The state of the lists that it was last told of. */
  told: string | null
  updated_at: number
}

/** A resource that a session wants to be told about. */
export interface McpSubscriptionTable {
  session: string
  uri: string
  /** The state that it was last told of. */
  mark: string
}
