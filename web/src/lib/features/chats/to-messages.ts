import type { StoredMessage } from '@bellwether/wire'
import type { Message } from '../chat/conversation.svelte.ts'

/** Pure. What was kept, as the conversation shows it. New messages count up from 1, so these count down from -1. */
export const toConversationMessages = (stored: readonly StoredMessage[]): Message[] =>
  stored.map(({ role, content, complete }, index) => ({
    id: index - stored.length,
    role,
    text: content,
    steps: [],
    sources: [],
    citations: undefined,
    traceId: undefined,
    error: undefined,
    isRunning: false,
    wasStopped: role === 'assistant' && !complete,
    elapsedMs: undefined,
  }))
