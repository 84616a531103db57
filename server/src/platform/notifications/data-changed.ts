import * as z from 'zod'
import type { Channel } from './notifications.ts'

/** Sent by PostgreSQL itself when assistants, their publication or sharing, or knowledge bases change. SQLite does not send it. */
export const dataChanged: Channel<{ table: string }> = {
  name: 'data-changed',
  schema: z.object({ table: z.string() }),
}
