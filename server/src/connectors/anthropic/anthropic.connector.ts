import * as z from 'zod'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Connector, defineConnector } from '../connector.ts'
import {
  apiKeySetting,
  baseUrlOf,
  baseUrlSetting,
  clientFor,
  hostOf,
  listedModels,
  modelSettings,
  requireKey,
} from '../provider-settings.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { objectsOf, stringOf } from '../upstream/json.ts'
import type { Provider } from '../upstream/provider-failure.ts'
import { streamUpstream } from '../upstream/upstream-events.ts'
import { AnthropicEvents } from './anthropic-events.ts'
import { findUnsupportedByAnthropic, toAnthropicBody } from './anthropic-request.ts'

const ANTHROPIC = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

const settingsSchema = z.object({
  api_key: apiKeySetting,
  base_url: baseUrlSetting(ANTHROPIC),
  ...modelSettings,
})
type Settings = z.infer<typeof settingsSchema>

/** Claude models, through the Messages API. */
export function createAnthropicConnector({ outbound }: { outbound: Outbound }): Connector {
  return defineConnector<Settings>({
    name: 'anthropic',
    title: 'Anthropic',
    description: 'Claude models.',
    provider: 'anthropic',
    settings: settingsSchema,
    capabilities: { text: true, vision: true, imageGeneration: false, functions: true },
    findUnsupported: findUnsupportedByAnthropic,

    async listModels(settings, signal) {
      const configured = listedModels(settings)
      if (configured) return configured
      const { url, headers, provider } = toAccess(settings)
      const request = { method: 'GET', url: `${url}/v1/models?limit=1000`, headers, signal } as const
      const answer = await fetchJson(clientFor(outbound, settings), provider, request)
      return objectsOf(answer.data)
        .map((model) => ({
          id: stringOf(model.id),
          title: stringOf(model.display_name) || stringOf(model.id),
        }))
        .filter((model) => model.id !== '')
    },

    stream(request, settings, { signal, firstByteMs }) {
      return streamUpstream(() => {
        const { url, headers, ...access } = toAccess(settings)
        const provider = { ...access.provider, model: request.model }
        return {
          client: clientFor(outbound, settings),
          request: {
            method: 'POST',
            url: `${url}/v1/messages`,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(toAnthropicBody(request)),
          },
          signal,
          firstByteMs,
          provider,
          translator: () => new AnthropicEvents(provider),
        }
      })
    },
  })
}

function toAccess(settings: Settings): { url: string; headers: Record<string, string>; provider: Provider } {
  const key = requireKey(settings.api_key, 'Anthropic')
  const url = baseUrlOf(settings, ANTHROPIC).replace(/\/v1$/, '') // People paste it with and without /v1.
  const place = url === ANTHROPIC ? undefined : hostOf(url)
  return {
    url,
    headers: { 'x-api-key': key, 'anthropic-version': VERSION },
    provider: place
      ? { label: `Anthropic at ${place}`, secrets: [key], place }
      : { label: 'Anthropic', secrets: [key] },
  }
}
