import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { EndReason, ModelEvent } from '../connector.ts'
import { countOf, countsOf, type Json, objectsOf, parseObject, stringOf } from '../upstream/json.ts'
import { cutOff, malformed, type Provider, reportedFailure } from '../upstream/provider-failure.ts'
import { payloadsOf, SseSplitter } from '../upstream/sse.ts'
import { addReasoning, addText } from '../upstream/text-events.ts'
import type { Translator } from '../upstream/upstream-events.ts'
import { argumentsText, CallNumbers, contentText } from './usual-form.ts'

/** The fields in which servers send reasoning. They expect it back in the same field and refuse the other. */
const REASONING = ['reasoning_content', 'reasoning'] as const

/** The common parts of chunks and complete responses: text, tool calls, finish and usage. */
export class ChoiceReader {
  readonly #provider: Provider
  readonly #calls = new CallNumbers()
  #finish = ''
  #hasAnswered = false
  #usage: TokenUsage | undefined

  constructor(provider: Provider) {
    this.#provider = provider
  }

  /** `field` holds the content: `delta` in a chunk, `message` in a complete response. */
  read(chunk: Json, field: 'delta' | 'message', events: ModelEvent[]): void {
    if (chunk.error) throw reportedFailure(this.#provider, chunk.error)
    this.#usage = usageOf(chunk) ?? this.#usage
    this.#finish = finishOf(chunk) || this.#finish
    const choice = objectsOf(chunk.choices).find((candidate) => (candidate.index ?? 0) === 0)
    const content = choice?.[field]
    if (!isObject(content)) return
    this.#hasAnswered = true
    for (const field of REASONING) {
      const text = stringOf(content[field])
      addReasoning(events, text, field)
      // Some servers send the same text in both fields.
      if (text !== '') break
    }
    addText(events, contentText(content.content) || stringOf(content.refusal))
    for (const call of objectsOf(content.tool_calls)) events.push(this.#toolCall(call))
  }

  /** `isDone`: the server said that this was all. Some then give no reason. */
  finish(events: ModelEvent[], isDone = false): void {
    if (!this.#finish && !(isDone && this.#hasAnswered)) throw cutOff(this.#provider)
    const finish = endReasonOf(this.#finish)
    // Some servers send "stop" after tool calls, which must not mislead the tool loop.
    const reason = finish === 'stop' && this.#calls.last >= 0 ? 'tool_calls' : finish
    events.push(this.#usage ? { type: 'end', reason, usage: this.#usage } : { type: 'end', reason })
  }

  #toolCall(call: Json): ModelEvent {
    const id = stringOf(call.id)
    const calledFunction = isObject(call.function) ? call.function : {}
    const name = stringOf(calledFunction.name)
    const args = calledFunction.arguments
    return {
      type: 'tool-call-delta',
      index: this.#calls.of(call),
      ...(id ? { id } : {}),
      ...(name ? { name } : {}),
      ...(args === undefined || args === null ? {} : { arguments: argumentsText(args) }),
    }
  }
}

/** Converts an OpenAI stream to events, for callers that need to read the answer. */
export class OpenAiEvents implements Translator {
  readonly #provider: Provider
  readonly #splitter = new SseSplitter()
  readonly #reader: ChoiceReader

  constructor(provider: Provider) {
    this.#provider = provider
    this.#reader = new ChoiceReader(provider)
  }

  push(bytes: Buffer, events: ModelEvent[]): void {
    this.#read(this.#splitter.split(bytes)?.bytes, events)
    if (this.#splitter.done) this.#reader.finish(events, true)
  }

  end(events: ModelEvent[]): void {
    this.#read(this.#splitter.end()?.bytes, events)
    this.#reader.finish(events, this.#splitter.done)
  }

  #read(frames: Buffer | undefined, events: ModelEvent[]): void {
    for (const payload of frames ? payloadsOf(frames) : []) {
      const chunk = parseObject(payload)
      if (!chunk) throw malformed(this.#provider)
      this.#reader.read(chunk, 'delta', events)
    }
    if (this.#splitter.fault) throw this.#splitter.fault
  }
}

export function usageOf(chunk: Json): TokenUsage | undefined {
  const { usage } = chunk
  if (!isObject(usage)) return undefined
  const input = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const output = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {}
  const inputTokens = countOf(usage.prompt_tokens)
  const written = countOf(usage.completion_tokens)
  // Gemini and xAI count reasoning only in the total.
  const uncounted = Math.max(0, countOf(usage.total_tokens) - inputTokens - written)
  return {
    inputTokens,
    outputTokens: written + uncounted,
    // DeepSeek and Moonshot have fields of their own; OpenRouter and LiteLLM report what they wrote for Anthropic.
    ...countsOf({
      cachedTokens: input.cached_tokens || usage.prompt_cache_hit_tokens || usage.cached_tokens,
      cacheWriteTokens: input.cache_write_tokens || usage.cache_creation_input_tokens,
      reasoningTokens: output.reasoning_tokens || uncounted,
    }),
  }
}

/** The finish_reason of the first choice that has one. Some servers send "" instead of null. */
export const finishOf = (chunk: Json): string =>
  objectsOf(chunk.choices)
    .map((choice) => stringOf(choice.finish_reason))
    .find((reason) => reason !== '') ?? ''

export function endReasonOf(finish: string): EndReason {
  switch (finish) {
    case 'length':
    case 'content_filter':
    case 'tool_calls':
      return finish
    case 'function_call':
      return 'tool_calls'
    default:
      return 'stop'
  }
}
