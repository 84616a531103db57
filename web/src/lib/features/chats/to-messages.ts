import type { ChatWithMessages, StoredMessage } from '@bellwether/wire'
import { tick } from 'svelte'
import type { Conversation } from '$features/chat/conversation.svelte.ts'
import { api } from '$lib/api'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { type Message, newMessage, type Picture, toCitations, toShownSources } from '../chat/message.ts'
import { toDataUrl } from '../chat/pictures.ts'
import { readChatPicture } from './chats.ts'

/** Stored messages in the form that the conversation shows. Images that are no longer available are left out. */
export async function toConversationMessages({ id, messages }: ChatWithMessages): Promise<Message[]> {
  const pictures = new Map<string, Picture>()
  await Promise.all(
    messages
      .flatMap((message) => message.pictures ?? [])
      .map(async (picture) => {
        const blob = await readChatPicture(id, picture).catch(() => undefined)
        if (blob) pictures.set(picture, { name: '', url: await toDataUrl(blob) })
      }),
  )
  return messages.map((message, index) => toMessage(message, index - messages.length, pictures))
}

/** New messages count up from 1, so these count down from -1. */
const toMessage = (stored: StoredMessage, id: number, pictures: ReadonlyMap<string, Picture>): Message => ({
  ...newMessage(id, stored.role, stored.content),
  storedId: stored.id,
  pictures: (stored.pictures ?? []).flatMap((picture) => pictures.get(picture) ?? []),
  wasStopped: stored.role === 'assistant' && !stored.complete,
  sources: toShownSources(stored.sources ?? []),
  citations: toCitations(stored.citations),
  traceId: stored.trace_id,
  versions: stored.versions ?? [],
  feedback: stored.feedback,
  hidden: stored.hidden ?? false,
})

/** Shows another version of a message, with what follows it. */
export async function openVersion(conversation: Conversation, messageId: string): Promise<void> {
  const { chatId } = conversation
  if (chatId === undefined || conversation.isAnswering) return
  await tryWithToast(async () => {
    const body = { message_id: messageId }
    const chat = await api.put('/chats/{id}/version', { params: { id: chatId }, body })
    void conversation.show(chatId, await toConversationMessages(chat))
  })
  await tick()
  // The buttons of the earlier version are gone.
  document
    .querySelector<HTMLElement>(`[data-versions="${CSS.escape(messageId)}"] button:not([disabled])`)
    ?.focus()
}
