import type { Generated } from 'kysely'

/** Actions of admins and denied tool calls. Never changed; deleted after a time. */
export interface AuditLogTable {
  id: Generated<number>
  organization_id: number
  user_id: number | null
  end_user: string | null
  action: string
  object: string
  detail: string
  outcome: 'ok' | 'denied'
  created_at: number
}

/** A tool call that waits for a person's approval. */
export interface ApprovalTable {
  id: string
  organization_id: number
  assistant_id: number
  /** The person who may decide: the one for whom the tool would run. */
  user_id: number | null
  end_user: string | null
  trace_id: string
  tool: string
  function_name: string
  /** What the tool does, and who outside this server gets the input; null if its own title says enough. */
  description: string | null
  sent_to: string | null
  /** JSON. */
  input: string
  state: Generated<'waiting' | 'approved' | 'rejected' | 'expired'>
  /** JSON of the approved arguments; null if unchanged. */
  approved_input: string | null
  reason: string | null
  expires_at: number
  created_at: number
}
