import type { Generated } from 'kysely'

/** What admins did, and what tools were refused. Never changed; kept for a time. */
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

/** A call of a tool that waits for a person. */
export interface ApprovalTable {
  id: string
  organization_id: number
  assistant_id: number
  /** Who may decide: the person for whom the tool would run. */
  user_id: number | null
  end_user: string | null
  trace_id: string
  tool: string
  function_name: string
  /** JSON. */
  input: string
  state: Generated<'waiting' | 'approved' | 'rejected' | 'expired'>
  /** JSON of the arguments that were approved; null = as asked. */
  approved_input: string | null
  reason: string | null
  expires_at: number
  created_at: number
}
