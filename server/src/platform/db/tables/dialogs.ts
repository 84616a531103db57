import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** A dialog between one person and one agent. */
export interface DialogTable {
  id: string
  user_id: number
  assistant_id: number
  /** The workspace it was last about. */
  workspace_id: string | null
  /** Null until it gets a title. */
  title: string | null
  /** The number of the current session. */
  session: number
  created_at: number
  updated_at: number
}

/** A person's state with one agent: the open dialog and the chosen model. */
export interface DialogSettingsTable {
  user_id: number
  assistant_id: number
  dialog_id: string | null
  workload: string | null
  /** JSON: the person's own names for workloads. */
  names: string
}

/** The part of a dialog between two approvals. */
export interface DialogSessionTable {
  dialog_id: string
  number: number
  status: 'active' | 'merged' | 'abandoned'
  started_at: number
  ended_at: number | null
}

/** A message of the person, or one round of the model: its text, its calls and the resulting edits. */
export interface DialogMessageTable {
  id: Generated<number>
  dialog_id: string
  /** Counts messages with text; null for a round with calls only. */
  number: number | null
  role: 'user' | 'assistant'
  content: string
  reasoning: string
  /** JSON. The results are in a separate table, because they are long and rarely read. */
  calls: string
  /** JSON. */
  edits: string
  /** The number of events it is shown as. */
  events: number
  checkpoint: string | null
  session: number
  /** 0 if it was interrupted here. */
  complete: Flag
  created_at: number
}

export interface DialogToolResultTable {
  id: Generated<number>
  dialog_id: string
  call_id: string
  tool_name: string
  args: string
  result: string
  ok: Flag
  created_at: number
}

/** The checkpoints of the workspace that this dialog created. */
export interface DialogCheckpointTable {
  id: Generated<number>
  dialog_id: string
  checkpoint: string
  label: string
  created_at: number
}

export interface DialogSummaryTable {
  id: Generated<number>
  dialog_id: string
  content: string
  /** The last message that the summary covers. */
  through: number
  created_at: number
}
