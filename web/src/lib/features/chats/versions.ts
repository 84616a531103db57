import type { ChatWithMessages } from '@bellwether/wire'
import { tick } from 'svelte'
import type { Conversation } from '$features/chat/conversation.svelte.ts'
import { untyped as api } from '$lib/api'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { toConversationMessages } from './to-messages.ts'

/** Shows another version of a message, with what follows it. */
export async function openVersion(conversation: Conversation, messageId: string): Promise<void> {
  const { chatId } = conversation
  if (chatId === undefined || conversation.isAnswering) return
  await tryWithToast(async () => {
    const path = `/chats/${encodeURIComponent(chatId)}/version`
    const chat = await api.put<ChatWithMessages>(path, { message_id: messageId })
    void conversation.show(chatId, await toConversationMessages(chat))
  })
  await tick()
  // The buttons of the earlier version are gone.
  document
    .querySelector<HTMLElement>(`[data-versions="${CSS.escape(messageId)}"] button:not([disabled])`)
    ?.focus()
}
