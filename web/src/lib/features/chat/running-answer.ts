import type { StoredMessage } from '@bellwether/wire'
import { api, follow, type StreamEvent, stream } from '$lib/api'
import type { Ask } from './conversation-options.ts'

/** Questions to an assistant in a stored chat. */
export const askInChat =
  (assistant: () => string | number | undefined): Ask =>
  ({ chatId, messages, retry, edit, signal }) =>
    stream('/assistants/{id}/answers', {
      params: { id: assistant() ?? '' },
      body: { messages, chat_id: chatId, retry, edit },
      signal,
    })

/** The answer in progress of a chat, from its beginning. Undefined if there is none. */
export const rejoinAnswer = (
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<StreamEvent> | undefined> =>
  follow('/chats/{id}/stream', { params: { id }, signal })

/** Resolves when the text so far is saved. Never rejects: the answer counts as stopped in any case. */
export const stopAnswer = (id: string): Promise<unknown> =>
  api.post('/chats/{id}/stop', { params: { id }, outlivesPage: true }).catch(() => undefined)

/** The last stored answer of a chat, with its question. */
export interface StoredAnswer {
  question: string
  answer: StoredMessage
}

export async function readStoredAnswer(id: string, signal: AbortSignal): Promise<StoredAnswer | undefined> {
  const { messages } = await api.get('/chats/{id}', { params: { id }, signal })
  const answer = messages.at(-1)
  if (answer?.role !== 'assistant') return undefined
  return { question: messages.findLast(({ role }) => role === 'user')?.content ?? '', answer }
}
