import type { ChatWithMessages, StoredMessage } from '@bellwether/wire'
import { api, follow, type StreamEvent } from '$lib/api'

const pathOf = (chatId: string): string => `/creator/chats/${encodeURIComponent(chatId)}`

/** The answer that is being written in a chat, from its first word. Undefined: there is none. */
export const rejoinAnswer = (
  chatId: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<StreamEvent> | undefined> => follow(`${pathOf(chatId)}/stream`, { signal })

/** Resolves when what was said is kept; never rejects, because whoever stops has stopped. */
export const stopAnswer = (chatId: string): Promise<unknown> =>
  api.post(`${pathOf(chatId)}/stop`, {}, { outlivesPage: true }).catch(() => undefined)

/** The chat's last message, when it is an answer. */
export async function readStoredAnswer(
  chatId: string,
  signal: AbortSignal,
): Promise<StoredMessage | undefined> {
  const { messages } = await api.get<ChatWithMessages>(pathOf(chatId), { signal })
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last : undefined
}
