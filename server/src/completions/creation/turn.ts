import type { ProposalBase, SessionRow, SessionService } from '../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../platform/caller.ts'

export interface TurnStats {
  tool_calls: number
  tool_errors: number
  total_tool_time_ms: number
  model: string
}

export type CallNote = Omit<Parameters<SessionService['noteCall']>[0], 'sessionId'>

/** One message of the person and everything that happens until it is answered. */
export interface Turn {
  caller: UserCaller
  session: SessionRow
  base: ProposalBase
  /** Whether the person works in the builder. */
  hasForm: boolean
  /** The run to explain: given by the client, or the last one of this turn. */
  traceId: string | undefined
  stats: TurnStats
  noteCall(call: CallNote): Promise<void>
}
