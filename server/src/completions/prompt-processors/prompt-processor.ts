import type { Source } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'

/** What one injected tool brought. */
export interface Insertion {
  placeholder: string
  content: string
  sources: readonly Source[]
}

export interface PromptInput {
  systemPrompt: string
  template: string
  messages: readonly ChatMessage[]
  insertions: readonly Insertion[]
  /** Whether pictures in the last message may reach the model. */
  vision: boolean
}

/** Pure: text in, messages out. */
export type PromptProcessor = (input: PromptInput) => ChatMessage[]
