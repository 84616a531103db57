import type { TestMessage } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'

/** An answer with everything that checks look at. */
export interface TestedAnswer {
  text: string
  sources: { title: string; page: number | null }[]
  calls: { tool: string; arguments: unknown }[]
  /** Of the best search; null without a search. */
  grade: string | null
  /** What the model got, as far as it may be kept. The hash is of the whole prompt. */
  prompt: { messages: { role: string; content: string }[]; isShortened: boolean; hash: string } | null
  model: string
  inputTokens: number
  outputTokens: number
  /** In millionths; null without a price. */
  cost: number | null
  milliseconds: number
  /** A nearly used-up budget replaced the model or left out tools. */
  isDegraded: boolean
}

export interface AnswerOrder {
  caller: UserCaller
  assistantId: number
  messages: readonly TestMessage[]
  model: string | undefined
  /** An earlier version of the assistant. */
  draft: TestedDraft | undefined
  /** Show the prompt instead of asking the model, as LAMB's clients can. */
  debugBypass: boolean
  /** A model runs the test: no tool may change anything, nor those of assistants that it asks. */
  changesNothing: boolean
  /** Throws quota_exceeded instead of answering with a cheaper model. */
  refusesDegraded: boolean
  /** Characters of the prompt that are kept. */
  promptLimit: number
  signal: AbortSignal
}

export interface TestedDraft {
  system_prompt: string
  prompt_template: string
  metadata: string
  rag_collections: string
  rag_top_k: number
}

/** Injected, because completions depend on modules. */
export type AnswerTest = (order: AnswerOrder) => Promise<TestedAnswer>
