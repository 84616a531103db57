import type { AnswerGrounds, SearchGrade, Source } from '@bellwether/wire'
import { nowSeconds } from '../../platform/clock.ts'
import { payloadsOf } from '../../platform/http/stream-frames.ts'
import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { CitationCheck } from '../citations/citation-check.ts'
import { bestGrade, type CompletionEvent } from '../events/completion-event.ts'
import { toCitation, toOpenWebUiSource, toUsage, type WireNames } from './openai-wire.ts'

/** Texts that arrive in pieces, by field. */
type Pieces = Record<string, string>

interface ToolCall {
  id: string
  /** `function`, or `custom` for a tool of the client that takes plain text. The call is in the field of that name. */
  type: CallType
  call: Pieces
}

type CallType = 'function' | 'custom'

interface Choice {
  index: number
  /** Text fields that arrive in pieces: content, refusal, reasoning_content and any other that a provider sends. */
  text: Pieces
  role: string
  /** Keyed by index. A map, because the index may be any number and a list would allocate everything below it. */
  toolCalls: Map<number, ToolCall>
  /** The answer to `functions`, which `tools` replaced. */
  functionCall: Pieces | undefined
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
        this.#addToolCall(this.#choice(0), event.index, {
          id: event.id,
          function: { name: event.name, arguments: event.arguments },
        })
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
          content: choice.text['content'] ?? (choice.toolCalls.size > 0 || choice.functionCall ? null : ''),
          ...(choice.toolCalls.size > 0 ? { tool_calls: inOrder(choice.toolCalls) } : {}),
          ...(choice.functionCall ? { function_call: choice.functionCall } : {}),
        },
        logprobs: choice.logprobs,
        finish_reason: choice.finish,
      })),
      ...(this.#usage ? { usage: toUsage(this.#usage) } : {}),
      ...(this.#grade ? { grade: this.#grade } : {}),
      ...(this.#sources.length > 0 ? { sources: this.#sources.map(toOpenWebUiSource) } : {}),
      ...(this.#citations ? { citations: this.#citations } : {}),
    }
  }

  #choice(index: number): Choice {
    const existing = this.#choices.find((choice) => choice.index === index)
    if (existing) return existing
    const toolCalls = new Map<number, ToolCall>()
    const choice: Choice = {
      index,
      text: {},
      role: 'assistant',
      toolCalls,
      functionCall: undefined,
      logprobs: null,
      finish: null,
    }
    this.#choices.push(choice)
    return choice
  }

  #append(choice: Choice, field: string, text: string): void {
    addPieces(choice.text, { [field]: text })
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
          const index = typeof call['index'] === 'number' ? call['index'] : choice.toolCalls.size
          this.#addToolCall(choice, index, call)
        }
      } else if (field === 'function_call' && isObject(value)) {
        choice.functionCall ??= { name: '', arguments: '' }
        addPieces(choice.functionCall, value)
      } else if (typeof value === 'string') this.#append(choice, field, value)
    }
  }

  #addToolCall(choice: Choice, index: number, part: Json): void {
    const known = choice.toolCalls.get(index)
    const type = part['type'] === 'custom' ? 'custom' : (known?.type ?? 'function')
    const call = known ?? { id: '', type, call: { ...NO_CALL[type] } }
    choice.toolCalls.set(index, call)
    if (typeof part['id'] === 'string' && part['id'] !== '') call.id = part['id']
    const pieces = part[call.type]
    if (isObject(pieces)) addPieces(call.call, pieces)
  }
}

const NO_CALL = { function: { name: '', arguments: '' }, custom: { name: '', input: '' } } as const

function addPieces(texts: Pieces, pieces: Json): void {
  for (const [field, piece] of Object.entries(pieces))
    if (typeof piece === 'string') texts[field] = (texts[field] ?? '') + piece
}

const inOrder = (calls: ReadonlyMap<number, ToolCall>): object[] =>
  [...calls].sort(([a], [b]) => a - b).map(([, { id, type, call }]) => ({ id, type, [type]: call }))
