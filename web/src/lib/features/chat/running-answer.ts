import type { ChatWithMessages, StoredMessage } from '@bellwether/wire'
import { untyped as api, follow, type StreamEvent } from '$lib/api'

const pathOf = (chatId: string): string => `/creator/chats/${encodeURIComponent(chatId)}`

/** The answer in progress of a chat, from its beginning. Undefined if there is none. */
export const rejoinAnswer = (
  chatId: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<StreamEvent> | undefined> => follow(`${pathOf(chatId)}/stream`, { signal })

/** Resolves when the text so far is saved. Never rejects: the answer counts as stopped in any case. */
export const stopAnswer = (chatId: string): Promise<unknown> =>
  api.post(`${pathOf(chatId)}/stop`, {}, { outlivesPage: true }).catch(() => undefined)

/** The last stored answer of a chat, with its question. */
export interface StoredAnswer {
  question: string
  answer: StoredMessage
}

export async function readStoredAnswer(
  chatId: string,
  signal: AbortSignal,
): Promise<StoredAnswer | undefined> {
  const { messages } = await api.get<ChatWithMessages>(pathOf(chatId), { signal })
  const answer = messages.at(-1)
  if (answer?.role !== 'assistant') return undefined
  return { question: messages.findLast(({ role }) => role === 'user')?.content ?? '', answer }
}
