import { tick } from 'svelte'
import type { Conversation } from '$features/chat/conversation.svelte.ts'
import { api } from '$lib/api'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { toConversationMessages } from './to-messages.ts'

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
