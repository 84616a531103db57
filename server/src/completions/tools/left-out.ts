import type { ToolEntry } from '@bellwether/wire'

/** A tool that the assistant lists but that will not run, and why. Shown in the trace. */
export interface LeftOut {
  tool: string
  use: ToolEntry['use']
  reason: string
}
