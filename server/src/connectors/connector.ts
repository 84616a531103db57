import type { ZodType } from 'zod'

/** A message as OpenAI's wire has it. Unknown fields are kept: providers add their own. */
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

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

/** A function that the model may call, in OpenAI's form. */
export interface FunctionSpec {
  name: string
  description?: string
  parameters: Record<string, unknown>
}

/** What one of the assistant's tools brought. Its content is empty when it failed. */
export interface ContextPart {
  tool: string
  placeholder: string
  content: string
  sources: readonly Readonly<Record<string, unknown>>[]
}

export interface ModelRequest {
  model: string
  messages: readonly ChatMessage[]
  /** Sampling and other parameters in OpenAI's names (temperature, max_tokens, stop, …), passed on as far as the provider knows them. */
  params: Readonly<Record<string, unknown>>
  functions?: readonly FunctionSpec[]
  /** The caller can take OpenAI's own frames as they are: a connector whose provider speaks that wire may answer with `frames`. */
  acceptFrames: boolean
  /** What the prompt was made of, for connectors that ask for it (`capabilities.context`). */
  context?: {
    question: string
    parts: readonly ContextPart[]
    /** There is a model, which is not asked because a budget is nearly used up. */
    isPaused?: boolean
  }
}

export type EndReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ModelEvent =
  /**
   * One or more whole OpenAI stream events, each `data: {…}\n\n`, ready to be relayed. Never split inside an event, never `[DONE]`,
   * never an error, never a chunk without choices (usage arrives with `end`). `text` is the same, one character per byte (latin1): it was
   * made to look the frames over, and who reads along need not make it again.
   */
  | { type: 'frames'; bytes: Buffer; text: string }
  | { type: 'text-delta'; text: string }
  /**
   * What a model thinks aloud: shown to those who want to see it, no part of the answer. `back`: the field of the assistant's message in which
   * the provider wants it again, together with the calls that it led to.
   */
  | { type: 'reasoning-delta'; text: string; back?: string }
  | { type: 'tool-call-delta'; index: number; id?: string; name?: string; arguments?: string }
  /** Always last, exactly once, in a stream that did not fail. A failure is thrown as AppError provider_failed / provider_timeout. */
  | { type: 'end'; reason: EndReason; usage?: TokenUsage }

/** A model that a connector offers. */
export interface ModelInfo {
  id: string
  title?: string
  description?: string
  capabilities?: { vision?: boolean; image_generation?: boolean }
}

/**
 * A connector speaks events. It knows nothing of SSE answers, of HTTP statuses of ours or of the database. It must
 * - throw AppError `provider_failed` (or `provider_timeout`) with words a user can act on, never with the key in them;
 * - stop the upstream call when `signal` aborts, and then throw `signal.reason`;
 * - treat an upstream that ends without saying that it finished as a failure.
 */
export interface Connector<S = unknown> {
  name: string
  /** Old names that stored assistants may use. */
  aliases?: readonly string[]
  title: string
  description: string
  /** The key of `setups.default.providers` in the organization's settings; undefined when the connector needs none. */
  provider?: string
  /** What the connector needs of the organization's provider settings. Also drawn as a form. */
  settings: ZodType<S>
  capabilities: {
    text: boolean
    vision: boolean
    imageGeneration: boolean
    functions: boolean
    /** Wants the question and what the tools brought beside the filled prompt. */
    context?: boolean
  }
  /** The first of a client's parameters that the provider can't honour. Absent: all of them are passed on. */
  findUnsupported?(params: ModelRequest['params']): UnsupportedParam | undefined
  /** The models to offer: those that the settings list, else what the provider itself lists. */
  listModels(settings: S, signal: AbortSignal): Promise<ModelInfo[]>
  stream(request: ModelRequest, settings: S, context: ConnectorContext): AsyncIterable<ModelEvent>
  /** One vector for each text, in their order and all of one dimension; for providers that have such models. */
  embed?(request: EmbedRequest, settings: S, signal: AbortSignal): Promise<Float32Array[]>
  /** How well each text answers the question, in their order, higher is better; for providers that have such models. */
  rerank?(request: RerankRequest, settings: S, signal: AbortSignal): Promise<number[]>
}

export interface UnsupportedParam {
  param: string
  message: string
}

export interface EmbedRequest {
  model: string
  texts: readonly string[]
  /** Told what the provider counted, where it says so. */
  onUsage?: ((counted: { tokens?: number; searches?: number }) => void) | undefined
}

export interface RerankRequest extends EmbedRequest {
  question: string
}

export interface ConnectorContext {
  signal: AbortSignal
  /** How long the provider may take to begin its answer; the usual limit when absent. */
  firstByteMs?: number | undefined
  /** On whose behalf the assistant runs: where a generated image is filed. */
  owner: { userId: number; organizationId: number }
}

/** Gives type inference for the settings, and erases them for the registry. */
export function defineConnector<S>(connector: Connector<S>): Connector {
  return connector as unknown as Connector
}
