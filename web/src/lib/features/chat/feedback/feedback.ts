import type { MessageFeedback } from '@bellwether/wire'
import { api } from '$lib/api'

export async function saveFeedback(
  id: string,
  message_id: string,
  body: { value: MessageFeedback['value'] | null; comment?: string },
): Promise<MessageFeedback | undefined> {
  const path = '/chats/{id}/messages/{message_id}/feedback'
  return (await api.put(path, { params: { id, message_id }, body })).feedback ?? undefined
}

/** Hides a question from educators, or shows it again. */
export const saveVisibility = (id: string, message_id: string, hidden: boolean): Promise<unknown> =>
  api.put('/chats/{id}/messages/{message_id}/visibility', { params: { id, message_id }, body: { hidden } })
