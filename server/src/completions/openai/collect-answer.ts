import type { AnswerGrounds, SearchGrade, Source } from '@bellwether/wire'
import type { TokenUsage } from '../../connectors/connector.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { payloadsOf } from '../../platform/http/stream-frames.ts'
import { isObject } from '../../platform/is-object.ts'
import type { CitationCheck } from '../citations/citation-check.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { bestGrade } from '../events/search-grade.ts'
import { toCitation, toUsage, type WireNames } from './openai-wire.ts'

interface ToolCall {
  id: string
  type: string
  function: { name: string; arguments: string }
}

interface Choice {
  index: number
  /** Text fields that arrive in pieces: content, refusal, reasoning_content and any other that a provider sends. */
  text: Record<string, string>
  role: string
  /** Keyed by index. A map, because the index may be any number and a list would allocate everything below it. */
  toolCalls: Map<number, ToolCall>
  logprobs: { content: unknown[] } | null
  finish: string | null
}

type Json = Record<string, unknown>

/** Collects a stream into one answer. Also keeps the text of an answer that is being relayed. */
export class AnswerCollector {
  readonly #names: WireNames
  readonly #choices: Choice[] = []
  readonly #sources: Source[] = []
  #grade: SearchGrade | undefined
  #usage: TokenUsage | undefined
  #citations: CitationCheck | undefined
  #head: Json = {}

  constructor(names: WireNames) {
    this.#names = names
  }

  add(event: CompletionEvent): void {
    switch (event.type) {
      case 'sources':
        this.#sources.push(...event.sources)
        this.#grade = bestGrade([this.#grade, event.grade])
        return
      case 'citations':
        this.#citations = event.citations
        return
      case 'status':
      case 'file_edit':
      case 'approval':
      case 'tool-call':
      case 'tool-result':
        return
      case 'text-delta':
        this.#append(this.#choice(0), 'content', event.text)
        return
      case 'reasoning-delta':
        this.#append(this.#choice(0), 'reasoning_content', event.text)
        return
      case 'tool-call-delta':
        this.#addToolCall(this.#choice(0), event.index, event)
        return
      case 'frames':
        for (const payload of payloadsOf(event.bytes)) this.#addChunk(payload)
        return
      case 'end':
        this.#usage = event.usage
        for (const choice of this.#choices) choice.finish ??= event.reason
        if (this.#choices.length === 0) this.#choice(0).finish = event.reason
    }
  }

  get text(): string {
    return this.#choices[0]?.text['content'] ?? ''
  }

  /** The sources and citation check, to be saved with the answer. */
  get grounds(): Pick<AnswerGrounds, 'sources' | 'citations'> {
    return {
      ...(this.#sources.length > 0 ? { sources: this.#sources.map(toCitation) } : {}),
      ...(this.#citations ? { citations: this.#citations } : {}),
    }
  }

  toCompletion(): object {
    return {
      id: this.#head['id'] ?? this.#names.id,
      object: 'chat.completion',
      created: this.#head['created'] ?? nowSeconds(),
      model: this.#head['model'] ?? this.#names.model,
      ...(this.#head['system_fingerprint'] ? { system_fingerprint: this.#head['system_fingerprint'] } : {}),
      choices: this.#choices.map((choice) => ({
        index: choice.index,
        message: {
          role: choice.role,
          ...choice.text,
          content: choice.text['content'] ?? (choice.toolCalls.size > 0 ? null : ''),
          ...(choice.toolCalls.size > 0 ? { tool_calls: inOrder(choice.toolCalls) } : {}),
        },
        logprobs: choice.logprobs,
        finish_reason: choice.finish,
      })),
      ...(this.#usage ? { usage: toUsage(this.#usage) } : {}),
      ...(this.#grade ? { grade: this.#grade } : {}),
      ...this.grounds,
    }
  }

  #choice(index: number): Choice {
    const existing = this.#choices.find((choice) => choice.index === index)
    if (existing) return existing
    const toolCalls = new Map<number, ToolCall>()
    const choice: Choice = { index, text: {}, role: 'assistant', toolCalls, logprobs: null, finish: null }
    this.#choices.push(choice)
    return choice
  }

  #append(choice: Choice, field: string, text: string): void {
    choice.text[field] = (choice.text[field] ?? '') + text
  }

  #addChunk(payload: Json): void {
    if (this.#head['id'] === undefined) this.#head = payload
    const choices = Array.isArray(payload['choices']) ? payload['choices'] : []
    for (const part of choices) {
      if (!isObject(part)) continue
      const choice = this.#choice(typeof part['index'] === 'number' ? part['index'] : 0)
      if (typeof part['finish_reason'] === 'string') choice.finish = part['finish_reason']
      const logprobs = part['logprobs']
      if (isObject(logprobs) && Array.isArray(logprobs['content'])) {
        choice.logprobs ??= { content: [] }
        choice.logprobs.content.push(...logprobs['content'])
      }
      if (isObject(part['delta'])) this.#addDelta(choice, part['delta'])
    }
  }

  #addDelta(choice: Choice, delta: Json): void {
    for (const [field, value] of Object.entries(delta)) {
      if (field === 'role') {
        if (typeof value === 'string' && value !== '') choice.role = value
      } else if (field === 'tool_calls' && Array.isArray(value)) {
        for (const call of value) {
          if (!isObject(call)) continue
          const fn = isObject(call['function']) ? call['function'] : {}
          const index = typeof call['index'] === 'number' ? call['index'] : choice.toolCalls.size
          this.#addToolCall(choice, index, {
            id: call['id'],
            name: fn['name'],
            arguments: fn['arguments'],
          })
        }
      } else if (typeof value === 'string') this.#append(choice, field, value)
    }
  }

  #addToolCall(
    choice: Choice,
    index: number,
    part: { id?: unknown; name?: unknown; arguments?: unknown },
  ): void {
    const call = choice.toolCalls.get(index) ?? {
      id: '',
      type: 'function',
      function: { name: '', arguments: '' },
    }
    choice.toolCalls.set(index, call)
    if (typeof part.id === 'string' && part.id !== '') call.id = part.id
    if (typeof part.name === 'string') call.function.name += part.name
    if (typeof part.arguments === 'string') call.function.arguments += part.arguments
  }
}

const inOrder = (calls: ReadonlyMap<number, ToolCall>): ToolCall[] =>
  [...calls].sort(([a], [b]) => a - b).map(([, call]) => call)
