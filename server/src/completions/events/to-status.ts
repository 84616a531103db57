import { type Message, say, toMessageFields } from '@bellwether/wire'
import type { StatusEvent } from './completion-event.ts'

/**
 * Creates a status line. `symbol` goes in front of the text, which clients without
 * translations show as it is. Pure.
 */
export const toStatus = (
  status: string,
  tool: string | null,
  message: Message,
  symbol?: string,
): StatusEvent => ({
  type: 'status',
  status,
  tool,
  message: symbol === undefined ? message.text : `${symbol} ${message.text}`,
  ...toMessageFields(message),
})

const ENDS = {
  ok: { status: 'tool_complete', code: 'statuses.tool_complete', symbol: '✅' },
  failed: { status: 'tool_failed', code: 'statuses.tool_failed', symbol: '❌' },
  denied: { status: 'tool_denied', code: 'statuses.tool_denied', symbol: '⛔' },
} as const

/** Creates the status for the end of a tool run. `shown` is the tool's display name. Pure. */
export function toRunEnd(outcome: keyof typeof ENDS, tool: string, displayName: string): StatusEvent {
  const { status, code, symbol } = ENDS[outcome]
  return toStatus(status, tool, say(code, { tool: displayName }), symbol)
}
