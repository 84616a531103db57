import type { Message } from '@bellwether/wire'
import type { Degree } from '../../modules/budgets/index.ts'

/** How an answer is reduced because a budget is nearly used up. */
export interface Degraded {
  degrees: Degree[]
  /** Shown with the answer. */
  message: Message
  resetsAt: number
}

/** Whether a reduced answer makes no tool calls. */
export const dropsCalls = (degraded: Degraded | undefined): boolean =>
  degraded !== undefined &&
  (degraded.degrees.includes('sources_only') || degraded.degrees.includes('no_tools'))
