import * as z from 'zod'
import type { Channel } from '../../../platform/notifications/notifications.ts'

/** A request that the client has cancelled. */
export const cancelled: Channel<{ session: string; request: string }> = {
  name: 'mcp-cancelled',
  schema: z.object({ session: z.string(), request: z.string() }),
}

export const sessionEnded: Channel<{ session: string }> = {
  name: 'mcp-session-ended',
  schema: z.object({ session: z.string() }),
}

/** The client's reply to a question that was asked on another instance. */
export const reply: Channel<{ session: string; delivery: string; reply: unknown }> = {
  name: 'mcp-reply',
  schema: z.object({ session: z.string(), delivery: z.string(), reply: z.unknown() }),
}

/** The instance that asked has received the reply. */
export const replyReceived: Channel<{ delivery: string }> = {
  name: 'mcp-reply-heard',
  schema: z.object({ delivery: z.string() }),
}
