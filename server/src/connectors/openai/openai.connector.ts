import { isObject } from '../../platform/is-object.ts'
import type { Outbound, OutboundHead } from '../../platform/outbound/outbound.ts'
import { type Connector, defineConnector, type ModelEvent, type ModelRequest } from '../connector.ts'
import {
  baseUrlOf,
  clientFor,
  hostOf,
  type KeyedSettings,
  keyedSettings,
  listModelsWith,
  type ProviderAccess,
  requireKey,
} from '../provider-settings.ts'
import { type Json, objectsOf, parseObject, stringOf } from '../upstream/json.ts'
import { malformed, type Provider } from '../upstream/provider-failure.ts'
import { streamUpstream, type Translator, type UpstreamCall } from '../upstream/upstream-events.ts'
import { embedWithOpenAi, rerankWithOpenAi } from './openai-embed.ts'
import { ChoiceReader, OpenAiEvents } from './openai-events.ts'
import { OpenAiRelay } from './openai-relay.ts'
import { transcribeWithOpenAi } from './openai-transcribe.ts'

const OPENAI = 'https://api.openai.com/v1'

/** OpenAI, and every server with an OpenAI-compatible API. */
export function createOpenAiConnector({ outbound }: { outbound: Outbound }): Connector {
  return defineConnector<KeyedSettings>({
    name: 'openai',
    aliases: ['openai_tools', 'openai_tool_use'],
    title: 'OpenAI',
    description: 'OpenAI and servers that speak its protocol (vLLM, LM Studio, OpenRouter and others).',
    provider: 'openai',
    settings: keyedSettings(OPENAI),
    capabilities: { text: true, vision: true, imageGeneration: false, functions: true },

    listModels: listModelsWith(outbound, toAccess, '/models', ({ data }) =>
      objectsOf(data).map((model) => ({ id: stringOf(model.id) })),
    ),

    embed: (request, settings, signal) =>
      embedWithOpenAi(clientFor(outbound, settings), toAccess(settings), request, signal),

    rerank: (request, settings, signal) =>
      rerankWithOpenAi(clientFor(outbound, settings), toAccess(settings), request, signal),

    transcribe: (request, settings, signal) =>
      transcribeWithOpenAi(clientFor(outbound, settings), toAccess(settings), request, signal),

    stream(request, settings, { signal, firstByteMs }) {
      return streamUpstream(() => {
        const { url, headers, provider: server } = toAccess(settings)
        const provider = { ...server, model: request.model }
        const post = (body: object): UpstreamCall['request'] => ({
          method: 'POST',
          url: `${url}/chat/completions`,
          headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify(body),
        })
        return {
          client: clientFor(outbound, settings),
          request: post(toBody(request)),
          signal,
          firstByteMs,
          provider,
          translator: (head) => createTranslator(request, head, provider),
          // Older servers can't report usage and refuse the option.
          retry: (status, answer) =>
            (status === 400 || status === 422) && answer.includes('stream_options')
              ? post({ ...toBody(request), stream_options: undefined })
              : undefined,
        }
      })
    },
  })
}

function toAccess(settings: KeyedSettings): ProviderAccess {
  const url = baseUrlOf(settings, OPENAI)
  const host = hostOf(url)
  const isOpenAi = host === 'api.openai.com'
  const key = isOpenAi ? requireKey(settings.api_key, 'OpenAI') : settings.api_key // Local servers often have no key.
  return {
    url,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    provider: {
      label: isOpenAi ? 'OpenAI' : `The model server at ${host}`,
      secrets: key ? [key] : [],
      ...(isOpenAi ? {} : { place: host }),
    },
  }
}

function toBody(request: ModelRequest) {
  const { params, functions } = request
  const body: Json = { ...params }
  if (functions && functions.length > 0)
    body.tools = functions.map((spec) => ({ type: 'function', function: spec }))
  body.model = request.model
  body.messages = request.messages
  body.stream = true
  body.stream_options = isObject(params.stream_options)
    ? { ...params.stream_options, include_usage: true }
    : { include_usage: true }
  return body
}

function createTranslator(request: ModelRequest, head: OutboundHead, provider: Provider) {
  if (String(head.headers['content-type']).startsWith('application/json'))
    return new OpenAiCompletion(provider, request)
  return request.acceptFrames ? new OpenAiRelay(provider) : new OpenAiEvents(provider)
}

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Reads a complete response from a server that ignores the request for a stream. */
class OpenAiCompletion implements Translator {
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
