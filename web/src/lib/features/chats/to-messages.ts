import type { StoredMessage } from '@bellwether/wire'
import { type Message, newMessage } from '../chat/message.ts'

/** Pure. What was kept, as the conversation shows it. New messages count up from 1, so these count down from -1. */
export const toConversationMessages = (stored: readonly StoredMessage[]): Message[] =>
  stored.map(({ role, content, complete }, index) => ({
    ...newMessage(index - stored.length, role, content),
    wasStopped: role === 'assistant' && !complete,
  }))
