import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Connector, defineConnector } from '../connector.ts'
import {
  baseUrlOf,
  hostOf,
  type KeyedSettings,
  keyedSettings,
  listModelsWith,
  type ProviderAccess,
  requireKey,
  streamWith,
} from '../provider-settings.ts'
import { objectsOf, stringOf } from '../upstream/json.ts'
import { AnthropicEvents } from './anthropic-events.ts'
import { findUnsupportedByAnthropic, toAnthropicBody } from './anthropic-request.ts'

const ANTHROPIC = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

/** Claude models, through the Messages API. */
export function createAnthropicConnector({ outbound }: { outbound: Outbound }): Connector {
  return defineConnector<KeyedSettings>({
    name: 'anthropic',
    title: 'Anthropic',
    description: 'Claude models.',
    provider: 'anthropic',
    settings: keyedSettings(ANTHROPIC),
    capabilities: { text: true, vision: true, imageGeneration: false, functions: true },
    findUnsupported: findUnsupportedByAnthropic,

    listModels: listModelsWith(outbound, toAccess, '/v1/models?limit=1000', ({ data }) =>
      objectsOf(data).map((model) => ({
        id: stringOf(model.id),
        title: stringOf(model.display_name) || stringOf(model.id),
      })),
    ),

    stream: streamWith(
      outbound,
      toAccess,
      '/v1/messages',
      toAnthropicBody,
      (provider) => new AnthropicEvents(provider),
    ),
  })
}

function toAccess(settings: KeyedSettings): ProviderAccess {
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
