import { isObject } from '../../platform/is-object.ts'
import type { ModelEvent } from '../connector.ts'
import { type Json, objectsOf, parseObject } from '../upstream/json.ts'
import { malformed, type Provider } from '../upstream/provider-failure.ts'
import type { Translator } from '../upstream/upstream-events.ts'
import { ChoiceReader } from './openai-events.ts'
import { OpenAiRelay } from './openai-relay.ts'

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Reads a complete response from a server that ignores the request for a stream. */
export class OpenAiCompletion implements Translator {
  readonly #provider: Provider
  readonly #acceptFrames: boolean
  readonly #pieces: Buffer[] = []
  #size = 0

  constructor(provider: Provider, { acceptFrames }: { acceptFrames: boolean }) {
    this.#provider = provider
    this.#acceptFrames = acceptFrames
  }

  push(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size > MAX_ANSWER_BYTES) throw malformed(this.#provider)
  }

  end(events: ModelEvent[]): void {
    const completion = parseObject(Buffer.concat(this.#pieces).toString('utf8'))
    if (!completion) throw malformed(this.#provider)
    if (this.#acceptFrames) this.#relay(completion, events)
    else this.#read(completion, events)
  }

  #read(completion: Json, events: ModelEvent[]): void {
    const reader = new ChoiceReader(this.#provider)
    reader.read(completion, 'message', events)
    reader.finish(events)
  }

  /** As the stream that was asked for, so that clients get everything that the server sent. */
  #relay(completion: Json, events: ModelEvent[]): void {
    const { usage, ...rest } = completion
    const chunk = {
      ...rest,
      object: 'chat.completion.chunk',
      choices: objectsOf(completion.choices).map(toChunkChoice),
    }
    const relay = new OpenAiRelay(this.#provider)
    relay.push(toFrames([chunk, { choices: [], usage }]), events)
    relay.end(events)
  }
}

function toChunkChoice({ message, ...choice }: Json, position: number): Json {
  const hasCalls = isObject(message) && objectsOf(message.tool_calls).length > 0
  return {
    ...choice,
    index: choice.index ?? position,
    delta: message,
    // Some servers send "stop" after tool calls.
    finish_reason: hasCalls && choice.finish_reason === 'stop' ? 'tool_calls' : choice.finish_reason,
  }
}

const toFrames = (chunks: readonly Json[]): Buffer =>
  Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
