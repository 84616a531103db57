import * as z from 'zod'
import { newUuid } from '../../platform/ids.ts'
import { isObject } from '../../platform/is-object.ts'
import type { Outbound, OutboundClient } from '../../platform/outbound/outbound.ts'
import { type Connector, defineConnector, type EmbedRequest, type ModelEvent } from '../connector.ts'
import {
  baseUrlOf,
  baseUrlSetting,
  clientFor,
  hostOf,
  listModelsWith,
  modelSettings,
  type ProviderAccess,
  streamWith,
} from '../provider-settings.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { arrayOf, countOf, type Json, objectsOf, parseObject, stringOf } from '../upstream/json.ts'
import { PendingBytes } from '../upstream/pending-bytes.ts'
import { cutOff, malformed, type Provider, reportedFailure } from '../upstream/provider-failure.ts'
import { addReasoning, addText } from '../upstream/text-events.ts'
import type { Translator } from '../upstream/upstream-events.ts'
import { EMBEDDING_BYTES, toVectors } from '../vectors.ts'
import { findUnsupportedByOllama, toOllamaBody } from './ollama-request.ts'

const LOCAL = 'http://localhost:11434'

const settingsSchema = z.object({ base_url: baseUrlSetting(LOCAL), ...modelSettings })
type Settings = z.infer<typeof settingsSchema>

/** Models on an Ollama server, through its native API. */
export function createOllamaConnector({ outbound }: { outbound: Outbound }): Connector {
  return defineConnector<Settings>({
    name: 'ollama',
    title: 'Ollama',
    description: 'Open models on your own server.',
    provider: 'ollama',
    settings: settingsSchema,
    capabilities: { text: true, vision: true, imageGeneration: false, functions: true },
    findUnsupported: findUnsupportedByOllama,

    listModels: listModelsWith(outbound, toAccess, '/api/tags', ({ models }) =>
      objectsOf(models).map((model) => ({ id: stringOf(model.name) })),
    ),

    embed: (request, settings, signal) =>
      embedWithOllama(clientFor(outbound, settings), toAccess(settings), request, signal),

    stream: streamWith(
      outbound,
      toAccess,
      '/api/chat',
      toOllamaBody,
      (provider) => new OllamaEvents(provider),
    ),
  })
}

function toAccess(settings: Settings): ProviderAccess {
  const url = baseUrlOf(settings, LOCAL)
  const place = hostOf(url)
  return { url, headers: {}, provider: { label: `Ollama at ${place}`, secrets: [], place } }
}

async function embedWithOllama(
  client: OutboundClient,
  { url, provider }: ProviderAccess,
  { model, texts, onUsage }: EmbedRequest,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const request = {
    method: 'POST',
    url: `${url}/api/embed`,
    headers: { 'content-type': 'application/json' },
    // Truncates texts that are too long for the model, instead of refusing the whole batch.
    body: JSON.stringify({ model, input: texts, truncate: true }),
    signal,
  } as const
  const answer = await fetchJson(client, provider, request, EMBEDDING_BYTES)
  const vectors = toVectors(provider, arrayOf(answer.embeddings), texts.length)
  const tokens = countOf(answer['prompt_eval_count'])
  if (tokens > 0) onUsage?.({ tokens })
  return vectors
}

const LF = 10

/** Splits bytes into lines, each with one JSON text. */
class NdjsonSplitter {
  readonly #pending = new PendingBytes()

  split(bytes: Buffer): string[] {
    const buffer = this.#pending.take(bytes)
    if (!buffer) return []
    const end = buffer.lastIndexOf(LF) + 1
    this.#pending.keep(buffer.subarray(end))
    return toLines(buffer.subarray(0, end))
  }

  /** The last line may lack its newline. */
  end(): string[] {
    return toLines(this.#pending.takeAll())
  }
}

const toLines = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Converts Ollama's lines to events. */
class OllamaEvents implements Translator {
  readonly #provider: Provider
  readonly #splitter = new NdjsonSplitter()
  #calls = 0
  #done = false

  constructor(provider: Provider) {
    this.#provider = provider
  }

  push(bytes: Buffer, events: ModelEvent[]): void {
    for (const line of this.#splitter.split(bytes)) this.#read(line, events)
  }

  end(events: ModelEvent[]): void {
    for (const line of this.#splitter.end()) this.#read(line, events)
    if (!this.#done) throw cutOff(this.#provider)
  }

  #read(line: string, events: ModelEvent[]): void {
    if (this.#done) return
    const chunk = parseObject(line)
    if (!chunk) throw malformed(this.#provider)
    if (chunk.error) throw reportedFailure(this.#provider, chunk.error)
    if (isObject(chunk.message)) {
      addReasoning(events, stringOf(chunk.message.thinking), 'thinking')
      addText(events, stringOf(chunk.message.content))
      for (const call of objectsOf(chunk.message.tool_calls)) events.push(this.#toolCall(call))
    }
    if (chunk.done === true) {
      this.#done = true
      events.push(this.#end(chunk))
    }
  }

  /** Calls arrive complete and without an id. */
  #toolCall(call: Json): ModelEvent {
    const calledFunction = isObject(call.function) ? call.function : {}
    return {
      type: 'tool-call-delta',
      index: this.#calls++,
      id: `call_${newUuid()}`,
      name: stringOf(calledFunction.name),
      arguments: JSON.stringify(calledFunction.arguments ?? {}),
    }
  }

  #end(chunk: Json): ModelEvent {
    const usage = { inputTokens: countOf(chunk.prompt_eval_count), outputTokens: countOf(chunk.eval_count) }
    if (chunk.done_reason === 'length') return { type: 'end', reason: 'length', usage }
    return { type: 'end', reason: this.#calls > 0 ? 'tool_calls' : 'stop', usage }
  }
}
