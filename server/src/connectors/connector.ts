import type { Message } from '@bellwether/wire'
import type { ZodType } from 'zod'
import type { TokenUsage } from '../platform/token-usage.ts'

/** A message in OpenAI's wire format. Unknown fields are kept, because providers add their own. */
export interface ChatMessage {
  role: string
  content?: string | ContentPart[] | null | undefined
  [field: string]: unknown
}
export interface ContentPart {
  type: string
  text?: string | undefined
  [field: string]: unknown
}

/** A function that the model may call, in OpenAI's format. */
export interface FunctionSpec {
  name: string
  description?: string
  parameters: Record<string, unknown>
}

/** The output of one of the assistant's tools. Its content is empty if the tool failed. */
export interface ContextPart {
  tool: string
  placeholder: string
  content: string
  sources: readonly Readonly<Record<string, unknown>>[]
}

export interface ModelRequest {
  model: string
  messages: readonly ChatMessage[]
  /**
   * Sampling and other parameters with OpenAI's names (temperature, max_tokens, stop, …), passed on if the
   * provider supports them.
   */
  params: Readonly<Record<string, unknown>>
  functions?: readonly FunctionSpec[]
  /**
   * Whether the caller accepts OpenAI's own frames: a connector whose provider uses that wire format may
   * answer with `frames`.
   */
  acceptFrames: boolean
  /**
   * The number of characters at the beginning of the system prompt that are the same for every question; undefined if all are.
   * For providers that cache only what they are asked to.
   */
  fixedSystemLength?: number | undefined
  /** The material of the prompt, for connectors that ask for it (`capabilities.context`). */
  context?: {
    question: string
    parts: readonly ContextPart[]
    /** Whether a model exists but is not called because a budget is nearly used up. */
    isPaused?: boolean
  }
}

export type EndReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ModelEvent =
  /**
   * One or more complete OpenAI stream events, each `data: {…}\n\n`, ready to be relayed. Never a partial
   * event, `[DONE]`, an error, or a chunk without choices (usage arrives with `end`). `text` has the same
   * content, one character per byte (latin1), so that consumers need not decode it again.
   */
  | { type: 'frames'; bytes: Buffer; text: string }
  | { type: 'text-delta'; text: string }
  /**
   * Reasoning of the model, which is not part of the answer. `back` names the field of the assistant's
   * message in which the provider expects it again, together with the resulting calls.
   */
  | { type: 'reasoning-delta'; text: string; back?: string }
  | { type: 'tool-call-delta'; index: number; id?: string; name?: string; arguments?: string }
  /**
   * Always last, exactly once, in a stream that did not fail. A failure is thrown as AppError
   * provider_failed or provider_timeout.
   */
  | { type: 'end'; reason: EndReason; usage?: TokenUsage }

/** A model that a connector offers. */
export interface ModelInfo {
  id: string
  title?: string
  description?: string
  capabilities?: { vision?: boolean; image_generation?: boolean }
}

/**
 * A connector produces events. It knows nothing about SSE responses, our HTTP statuses or the database. It must
 * - throw AppError `provider_failed` (or `provider_timeout`) with a message that users can act on, without the key;
 * - stop the upstream call when `signal` aborts, then throw `signal.reason`;
 * - treat an upstream that ends without a finish as a failure.
 */
export interface Connector<S = unknown> {
  name: string
  /** Other names for it in stored assistants. */
  aliases?: readonly string[]
  title: string
  description: string
  /** The key of `setups.default.providers` in the organization's settings; undefined if the connector needs none. */
  provider?: string
  /** The provider settings that the connector needs; of an organization, it gets those of `provider-settings.ts`. */
  settings: ZodType<S>
  capabilities: {
    text: boolean
    vision: boolean
    imageGeneration: boolean
    functions: boolean
    /** Whether it gets the question and the tool output in addition to the filled prompt. */
    context?: boolean
  }
  /**
   * Returns the first of a client's parameters that the provider does not support. If absent, all
   * of them are passed on.
   */
  findUnsupported?(params: ModelRequest['params']): UnsupportedParam | undefined
  /** Lists the models to offer: those in the settings, or else those that the provider lists. */
  listModels(settings: S, signal: AbortSignal): Promise<ModelInfo[]>
  stream(request: ModelRequest, settings: S, context: ConnectorContext): AsyncIterable<ModelEvent>
  /** Returns one vector per text, in the same order and of the same dimension; for providers with embedding models. */
  embed?(request: EmbedRequest, settings: S, signal: AbortSignal): Promise<Float32Array[]>
  /**
   * Scores how well each text answers the question, in the same order; higher is better. For
   * providers with rerankers.
   */
  rerank?(request: RerankRequest, settings: S, signal: AbortSignal): Promise<number[]>
  /** Returns what is said in a recording; for providers with transcription models. */
  transcribe?(request: TranscribeRequest, settings: S, signal: AbortSignal): Promise<Transcript>
}

export interface UnsupportedParam {
  param: string
  message: Message
}

export interface EmbedRequest {
  model: string
  texts: readonly string[]
  /** Receives the usage that the provider reports, if any. */
  onUsage?: ((counted: { tokens?: number; searches?: number }) => void) | undefined
}

export interface RerankRequest extends EmbedRequest {
  question: string
}

export interface TranscribeRequest {
  model: string
  recording: {
    /** Providers go by the extension. */
    name: string
    contentType: string
    size: number
    /** Called for every attempt: the recording is sent while it is read. */
    open(): Promise<AsyncIterable<Uint8Array>>
  }
  /** How long the provider may take before it answers. */
  firstByteMs: number
  /** Receives the usage that the provider reports, if any. */
  onUsage?: ((counted: { tokens?: TokenUsage; seconds?: number }) => void) | undefined
}

/** The whole text, and its segments with their start in seconds if the provider has them. */
export interface Transcript {
  text: string
  segments: readonly { start: number; text: string }[]
}

export interface ConnectorContext {
  signal: AbortSignal
  /** Time limit for the start of the provider's answer; defaults to the usual limit. */
  firstByteMs?: number | undefined
  /** The owner of the assistant, who also owns generated images. */
  owner: { userId: number; organizationId: number }
}

/** Infers the type of the settings, and erases it for the registry. */
export function defineConnector<S>(connector: Connector<S>): Connector {
  return connector as unknown as Connector
}
