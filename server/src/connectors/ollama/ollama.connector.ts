import * as z from 'zod'
import type { Outbound, OutboundClient } from '../../platform/outbound/outbound.ts'
import { type Connector, defineConnector, type EmbedRequest } from '../connector.ts'
import {
  baseUrlOf,
  baseUrlSetting,
  clientFor,
  hostOf,
  listedModels,
  modelSettings,
} from '../provider-settings.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { arrayOf, countOf, objectsOf, stringOf } from '../upstream/json.ts'
import type { Provider } from '../upstream/provider-failure.ts'
import { streamUpstream } from '../upstream/upstream-events.ts'
import { EMBEDDING_BYTES, toVectors } from '../vectors.ts'
import { OllamaEvents } from './ollama-events.ts'
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

    async listModels(settings, signal) {
      const configured = listedModels(settings)
      if (configured) return configured
      const request = { method: 'GET', url: `${baseUrlOf(settings, LOCAL)}/api/tags`, signal } as const
      const answer = await fetchJson(clientFor(outbound, settings), toProvider(settings), request)
      return objectsOf(answer.models)
        .map((model) => ({ id: stringOf(model.name) }))
        .filter((model) => model.id !== '')
    },

    embed: (request, settings, signal) =>
      embedWithOllama(
        clientFor(outbound, settings),
        { url: baseUrlOf(settings, LOCAL), provider: toProvider(settings) },
        request,
        signal,
      ),

    stream(request, settings, { signal, firstByteMs }) {
      return streamUpstream(() => {
        const provider = { ...toProvider(settings), model: request.model }
        return {
          client: clientFor(outbound, settings),
          request: {
            method: 'POST',
            url: `${baseUrlOf(settings, LOCAL)}/api/chat`,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(toOllamaBody(request)),
          },
          signal,
          firstByteMs,
          provider,
          translator: () => new OllamaEvents(provider),
        }
      })
    },
  })
}

const toProvider = (settings: Settings): Provider => {
  const place = hostOf(baseUrlOf(settings, LOCAL))
  return { label: `Ollama at ${place}`, secrets: [], place }
}

async function embedWithOllama(
  client: OutboundClient,
  { url, provider }: { url: string; provider: Provider },
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
