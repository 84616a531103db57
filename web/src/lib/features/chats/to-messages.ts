import type { ChatWithMessages, StoredMessage } from '@bellwether/wire'
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
