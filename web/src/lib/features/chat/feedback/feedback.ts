import type { MessageFeedback } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

const pathOf = (chatId: string, messageId: string): string =>
  `/chats/${encodeURIComponent(chatId)}/messages/${encodeURIComponent(messageId)}`

export async function saveFeedback(
  chatId: string,
  messageId: string,
  change: { value: MessageFeedback['value'] | null; comment?: string },
): Promise<MessageFeedback | undefined> {
  const { feedback } = await api.put<{ feedback: MessageFeedback | null }>(
    `${pathOf(chatId, messageId)}/feedback`,
    change,
  )
  return feedback ?? undefined
}

/** Hides a question from educators, or shows it again. */
export const saveVisibility = (chatId: string, messageId: string, hidden: boolean): Promise<unknown> =>
  api.put(`${pathOf(chatId, messageId)}/visibility`, { hidden })
