import { say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../platform/errors.ts'
import type { Outbound, OutboundClient } from '../platform/outbound/outbound.ts'
import type { Connector, ModelInfo, ModelRequest } from './connector.ts'
import { fetchJson } from './upstream/fetch-json.ts'
import type { Json } from './upstream/json.ts'
import type { Provider } from './upstream/provider-failure.ts'
import { streamUpstream, type Translator } from './upstream/upstream-events.ts'

/** The settings that all providers share. */
export const apiKeySetting = z.string().trim().optional().meta({ title: 'API key', widget: 'secret' })

export const baseUrlSetting = (address: string) =>
  z
    .string()
    .trim()
    .default(address)
    .meta({ title: 'Base URL', description: `Leave empty to use ${address}.` })

export const modelSettings = {
  models: z.array(z.string()).optional().meta({
    title: 'Models',
    description: 'The models to offer. Leave empty to offer all models of the provider.',
  }),
  default_model: z.string().optional().meta({ title: 'Default model' }),
  trusted: z.boolean().default(false).meta({
    hidden: true,
    description: 'Set by the server if the operator or a system admin chose the base URL.',
  }),
}

interface ProviderSettings {
  base_url: string
  trusted: boolean
  models?: string[] | undefined
}

/** The settings of a provider that needs an API key. */
export const keyedSettings = (address: string) =>
  z.object({ api_key: apiKeySetting, base_url: baseUrlSetting(address), ...modelSettings })

export type KeyedSettings = z.infer<ReturnType<typeof keyedSettings>>

/** Where a provider is, how it knows us, and what messages call it. */
export interface ProviderAccess {
  url: string
  headers: Record<string, string>
  provider: Provider
}

type ToAccess<Settings> = (settings: Settings) => ProviderAccess

/** Lists the models of the settings, otherwise those that the provider names. */
export const listModelsWith =
  <Settings extends ProviderSettings>(
    outbound: Outbound,
    toAccess: ToAccess<Settings>,
    path: string,
    read: (answer: Json) => ModelInfo[],
  ) =>
  async (settings: Settings, signal: AbortSignal): Promise<ModelInfo[]> => {
    const configured = listedModels(settings)
    if (configured) return configured
    const { url, headers, provider } = toAccess(settings)
    const request = { method: 'GET', url: `${url}${path}`, headers, signal } as const
    const models = read(await fetchJson(clientFor(outbound, settings), provider, request))
    return models.filter(({ id }) => id !== '')
  }

/** Streams an answer that is asked for with one JSON body. */
export const streamWith =
  <Settings extends ProviderSettings>(
    outbound: Outbound,
    toAccess: ToAccess<Settings>,
    path: string,
    toBody: (request: ModelRequest) => object,
    toTranslator: (provider: Provider) => Translator,
  ): Connector<Settings>['stream'] =>
  (request, settings, { signal, firstByteMs }) =>
    streamUpstream(() => {
      const { url, headers, ...access } = toAccess(settings)
      const provider = { ...access.provider, model: request.model }
      return {
        client: clientFor(outbound, settings),
        request: {
          method: 'POST',
          url: `${url}${path}`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(toBody(request)),
        },
        signal,
        firstByteMs,
        provider,
        translator: () => toTranslator(provider),
      }
    })

export const clientFor = (outbound: Outbound, settings: ProviderSettings): OutboundClient =>
  settings.trusted ? outbound.trusted : outbound.guarded.providers

/** The base URL without trailing slashes, or the fallback if the form left it empty. */
export const baseUrlOf = (settings: ProviderSettings, fallback: string): string =>
  (settings.base_url || fallback).replace(/\/+$/, '')

/**
 * For error messages. Avoids `new URL`, because this runs for every request and the URL is
 * checked when it is called.
 */
export const hostOf = (address: string): string =>
  /^https?:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(address)?.[1] ?? address

/** The models named in the settings, if any. */
export function listedModels(settings: ProviderSettings): ModelInfo[] | undefined {
  const ids = (settings.models ?? []).map((id) => id.trim()).filter((id) => id !== '')
  return ids.length > 0 ? [...new Set(ids)].map((id) => ({ id })) : undefined
}

export function requireKey(key: string | undefined, provider: string): string {
  if (key) return key
  throw badRequest(say('providers.key_missing', { provider }))
}
