import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { EndReason, ModelEvent } from '../connector.ts'
import { countsOf, type Json, parseObject, stringOf } from '../upstream/json.ts'
import { cutOff, malformed, type Provider, reportedFailure } from '../upstream/provider-failure.ts'
import { payloadsOf, SseSplitter } from '../upstream/sse.ts'
import { addReasoning, addText } from '../upstream/text-events.ts'
import type { Translator } from '../upstream/upstream-events.ts'

/** Converts the stream of the Messages API to events. */
export class AnthropicEvents implements Translator {
  readonly #provider: Provider
  readonly #splitter = new SseSplitter()
  #counts: { input?: number; read?: number; written?: number; output?: number } = {}
  #stopReason = ''
  #ended = false
  #calls = 0
  /** The tool call whose block is open, and whether it has received arguments. */
  #openCall: { hasArguments: boolean } | undefined

  constructor(provider: Provider) {
    this.#provider = provider
  }

  push(bytes: Buffer, events: ModelEvent[]): void {
    this.#readAll(this.#splitter.split(bytes)?.bytes, events)
  }

  end(events: ModelEvent[]): void {
    this.#readAll(this.#splitter.end()?.bytes, events)
    if (!this.#ended) this.#finish(events)
  }

  #readAll(frames: Buffer | undefined, events: ModelEvent[]): void {
    for (const payload of frames ? payloadsOf(frames) : []) {
      const chunk = parseObject(payload)
      if (!chunk) throw malformed(this.#provider)
      if (!this.#ended) this.#read(chunk, events)
    }
    if (this.#splitter.fault && !this.#ended) throw this.#splitter.fault
  }

  #read(chunk: Json, events: ModelEvent[]): void {
    switch (chunk.type) {
      case 'message_start':
        if (isObject(chunk.message)) this.#count(chunk.message.usage)
        break
      case 'content_block_start':
        if (isObject(chunk.content_block)) this.#openBlock(chunk.content_block, events)
        break
      case 'content_block_delta':
        if (isObject(chunk.delta)) this.#addDelta(chunk.delta, events)
        break
      case 'content_block_stop':
        this.#closeBlock(events)
        break
      case 'message_delta':
        if (isObject(chunk.delta)) this.#stopReason = stringOf(chunk.delta.stop_reason) || this.#stopReason
        this.#count(chunk.usage)
        break
      case 'message_stop':
        this.#finish(events)
        break
      case 'error':
        throw reportedFailure(this.#provider, chunk.error)
    }
  }

  #openBlock(block: Json, events: ModelEvent[]): void {
    if (block.type === 'text') addText(events, stringOf(block.text))
    if (block.type === 'thinking') addReasoning(events, stringOf(block.thinking))
    if (block.type !== 'tool_use') return
    this.#openCall = { hasArguments: false }
    events.push({
      type: 'tool-call-delta',
      index: this.#calls++,
      id: stringOf(block.id),
      name: stringOf(block.name),
    })
  }

  #addDelta(delta: Json, events: ModelEvent[]): void {
    if (delta.type === 'text_delta') addText(events, stringOf(delta.text))
    if (delta.type === 'thinking_delta') addReasoning(events, stringOf(delta.thinking))
    if (delta.type !== 'input_json_delta' || !this.#openCall || !delta.partial_json) return
    this.#openCall.hasArguments = true
    events.push({ type: 'tool-call-delta', index: this.#calls - 1, arguments: stringOf(delta.partial_json) })
  }

  /** A call without arguments sends none, where OpenAI's wire has an empty object. */
  #closeBlock(events: ModelEvent[]): void {
    if (this.#openCall && !this.#openCall.hasArguments) {
      events.push({ type: 'tool-call-delta', index: this.#calls - 1, arguments: '{}' })
    }
    this.#openCall = undefined
  }

  /** Later counts replace earlier ones. */
  #count(usage: unknown): void {
    if (!isObject(usage)) return
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage
    const counts = {
      input: input_tokens,
      read: cache_read_input_tokens,
      written: cache_creation_input_tokens,
      output: output_tokens,
    }
    this.#counts = { ...this.#counts, ...countsOf(counts) }
  }

  /** `input_tokens` leaves out what was read from the cache or written to it. */
  #usage(): TokenUsage {
    const { input = 0, read = 0, written = 0, output = 0 } = this.#counts
    const cache = countsOf({ cachedTokens: read, cacheWriteTokens: written })
    return { inputTokens: input + read + written, ...cache, outputTokens: output }
  }

  #finish(events: ModelEvent[]): void {
    if (!this.#stopReason) throw cutOff(this.#provider)
    this.#ended = true
    events.push({ type: 'end', reason: toEndReason(this.#stopReason), usage: this.#usage() })
  }
}

function toEndReason(stopReason: string): EndReason {
  switch (stopReason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'tool_calls'
    case 'refusal':
      return 'content_filter'
    default:
      return 'stop'
  }
}
