import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** A chat in which a model helps a person to build an assistant. */
export interface CreationSessionTable {
  id: string
  organization_id: number
  user_id: number
  /** Null while the assistant is new. */
  assistant_id: number | null
  /** A skill of LAMB's clients. */
  skill: string | null
  title: string
  turn_count: Generated<number>
  /** Identifies the request that is being answered. */
  busy_by: string | null
  /** By the database's clock. */
  busy_until: Generated<number>
  created_at: number
  updated_at: number
}

export interface CreationMessageTable {
  id: Generated<number>
  session_id: string
  role: 'user' | 'assistant'
  content: string
  trace_id: string | null
  created_at: number
}

/** Changes that wait for the person's decision, or are decided. */
export interface CreationProposalTable {
  id: Generated<number>
  session_id: string
  summary: string
  /** JSON: the proposed values by field. */
  fields: string
  /** JSON list: each changed field, before and after. */
  changes: string
  /** JSON list of texts. */
  warnings: string
  /** The version of the saved assistant that it was made for; null for a form or a new assistant. */
  base_version: number | null
  state: Generated<'proposed' | 'accepted' | 'edited' | 'rejected' | 'replaced'>
  created_at: number
  decided_at: number | null
}

export interface CreationToolCallTable {
  id: Generated<number>
  session_id: string
  tool: string
  succeeded: Flag
  milliseconds: number
  summary: string
  /** The proposal that the call made. */
  proposal_id: number | null
  created_at: number
}
