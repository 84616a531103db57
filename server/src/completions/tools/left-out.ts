import type { Message, ToolEntry } from '@bellwether/wire'

/** A listed tool that will not run, with the reason. Shown in the trace. */
export interface LeftOut {
  tool: string
  use: ToolEntry['use']
  reason: Message
}
