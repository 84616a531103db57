import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What one person says with one agent. */
export interface DialogTable {
  id: string
  user_id: number
  assistant_id: number
  /** The files that it was last about. */
  workspace_id: string | null
  /** Null until it gets one. */
  title: string | null
  /** The number of the session that is going on. */
  session: number
  created_at: number
  updated_at: number
}

/** How a person has set up their place at one agent: the dialog that is open, and the model that they chose. */
export interface DialogDeskTable {
  user_id: number
  assistant_id: number
  dialog_id: string | null
  workload: string | null
  /** JSON: the person's own names of workloads. */
  names: string
}

/** What lies between two approvals. */
export interface DialogSessionTable {
  dialog_id: string
  number: number
  status: 'active' | 'merged' | 'abandoned'
  started_at: number
  ended_at: number | null
}

/** What the person said, or one round of the model: its words, its calls, and the edits that came of them. */
export interface DialogMessageTable {
  id: Generated<number>
  dialog_id: string
  /** Counts what has words; null for a round of calls only. */
  number: number | null
  role: 'user' | 'assistant'
  content: string
  reasoning: string
  /** JSON. The results are in a table of their own: they are long, and rarely looked at again. */
  calls: string
  /** JSON. */
  edits: string
  /** As how many events it is shown. */
  events: number
  checkpoint: string | null
  session: number
  /** 0 = it broke off here. */
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

/** The moments of the workspace that this dialog made. */
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
  /** The last message that is told in it. */
  through: number
  created_at: number
}
