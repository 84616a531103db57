import type { CompletionRequest } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'
import type { AssistantForCompletion, AssistantRef } from '../../modules/assistants/index.ts'
import type { Pricing } from '../../modules/usage/index.ts'
import type { Asking } from '../../platform/asking-person.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Language } from '../../platform/languages.ts'
import type { AskedAssistant } from '../../tools/tool.ts'
import type { AnswerHolds } from '../budget/answer-holds.ts'
import type { Degraded } from '../budget/fit-budget.ts'
import type { InjectedTool } from '../context/injected-tool.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import type { PromptInput, PromptProcessor } from '../prompt-processors/prompt-processor.ts'
import type { TraceOptions } from '../record/completion-record.ts'
import type { CalledTool, LeftOut } from '../tools/called-tools.ts'
import type { RunLimits } from './answer-limits.ts'

/** An assistant in the editor, before it is saved. */
export type AssistantDraft = Pick<
  AssistantForCompletion,
  'system_prompt' | 'prompt_template' | 'metadata' | 'rag_collections' | 'rag_top_k'
>

export interface CompletionOrder {
  /** A draft runs with the rights of its author. */
  assistant: AssistantRef | { draft: AssistantDraft }
  request: CompletionRequest
  /** Show the prompt instead of sending it to the model. */
  debugBypass?: boolean
  /** The person that a trusted forwarder names. */
  endUser?: string | undefined
  /** The parent answer, if an assistant asks another one for the caller. */
  parent?: ParentAnswer
  /** An author tries the assistant with the rights of a student. */
  asStudent?: boolean
  /** A model tries the assistant: no tool may change anything, nor those of assistants that it asks. */
  changesNothing?: boolean
  /** Whether the workspace already has a checkpoint from before this question. */
  hasCheckpoint?: boolean
  /** The person's language, for messages of the server itself. */
  language?: Language
  /** Replaces the assistant's own model; `fast` means the organization's small, fast model. */
  model?: string | undefined
  /**
   * Which of the person's slots for simultaneous answers it takes. `held`: an answer that waits for this one has one
   * already. With `test`, it waits for a slot of its own.
   */
  slot?: 'held' | { test: AbortSignal }
  /** Functions of the server itself, offered to the model besides the assistant's tools. */
  functions?: readonly CalledTool[]
}

export interface ParentAnswer {
  /** The rights of the asking assistant's owner. */
  rights: Caller
  traceId: string
  assistantId: number
}

/** How the model is called. */
export interface ModelPlan extends ModelChoice {
  params: Record<string, unknown>
  /** Parameters of the client that the assistant's policy does not allow. */
  ignoredParams: readonly string[]
  /** Whether another model may answer when this one fails. */
  mayFallBack: boolean
  /** Whether the provider's own frames, which name the model, may be sent to the client. */
  relaysFrames: boolean
  /** Time limit for the start of the provider's answer, including retries. */
  firstByteMs: number | undefined
}

export interface PromptPlan {
  messages: readonly ChatMessage[]
  /** If undefined, the messages are sent to the model as they are. */
  template: (Omit<PromptInput, 'messages' | 'insertions'> & { process: PromptProcessor }) | undefined
}

export interface ToolSet {
  /** Tools that run before the model. */
  injected: readonly InjectedTool[]
  /** Functions for the model. Empty if the client sends its own. */
  called: readonly CalledTool[]
  /** Listed tools that this server can't run. */
  leftOut: readonly LeftOut[]
  /** The model that chooses which functions to call. Undefined if the answering model does. */
  chooser: ModelChoice | undefined
  /** Whether tools with side effects may run: for the owner, or for everyone if the owner allows it. */
  allowsChanges: boolean
  hasCheckpoint: boolean
  /** Time limit per tool, unless its entry sets another. */
  timeoutMs: number
  /** Limits the rounds of tool calls before the model has to answer. */
  maxIterations: number
}

export interface OutputOptions {
  stream: boolean
  includeUsage: boolean
  /** Whether a stream includes status events. */
  includeStatus: boolean
  /** With `content`, status lines are part of the answer's text, for clients that show nothing else. */
  statusStyle: 'event' | 'content'
}

/** A completion that passed all checks: from here on only the provider can fail. */
export interface Plan {
  asking: Asking
  language: Language
  assistant: AskedAssistant & { name: string }
  model: ModelPlan
  prompt: PromptPlan
  tools: ToolSet
  output: OutputOptions
  trace: TraceOptions
  pricing: Pricing
  limits: RunLimits
  /** Set if a nearly used-up budget reduced the plan. */
  degraded: Degraded | undefined
  holds: AnswerHolds
}

/** Awaited before the first byte, so that a refusal is an HTTP status, streamed or not. */
export type PlanCompletion = (order: CompletionOrder, caller: Caller) => Promise<Plan>
