import {
  type Message,
  type MessageCode,
  type MessageParams,
  type ProviderStatus,
  say,
  toMessageFields,
} from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { ZodType } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { isAppError, messageOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import {
  findProvider,
  type OrganizationSettings,
  type ProviderSettings,
} from '../config/provider-settings.ts'

/** What has to be known of a connector. */
export interface ProviderConnector {
  name: string
  provider?: string
  settings: ZodType
  listModels(settings: unknown, signal: AbortSignal): Promise<{ id: string }[]>
}

export interface ProviderStatusDeps<C extends ProviderConnector> {
  config: Config
  connectors: { list(): readonly C[] }
  /** Of the operator's servers, in messages for other organizations. */
  hideAddress(connector: C): ProviderConnector
  log: Log
  /** Time limit for listing a provider's models. */
  limitMs?: number
}

interface Check {
  models: string[]
  error?: string
  error_code?: string
  message_code?: MessageCode
  message_params?: MessageParams
}

/** One version of an organization. */
export type Versioned = OrganizationSettings & { version: number }

const LIMIT_MS = 5000
const CACHE_MS = 60_000

/** Checks whether the providers of an organization respond, by listing their models. */
export function createProviderStatus<C extends ProviderConnector>({
  config,
  connectors,
  hideAddress,
  log,
  limitMs = LIMIT_MS,
}: ProviderStatusDeps<C>) {
  // Caches the promise, so that pages opened together make one call. A changed setting has another version
  // and is checked again.
  const checks = new LRUCache<string, Promise<Check>>({ max: 1000, ttl: CACHE_MS })

  const connectorOf = (provider: string): C | undefined =>
    connectors.list().find((connector) => connector.provider === provider)

  const providerNames = (): string[] => [
    ...new Set(connectors.list().flatMap(({ provider }) => (provider === undefined ? [] : [provider]))),
  ]

  /** Makes one real call, without the organization's own list of models, which the connector would just repeat. */
  async function ask(connector: ProviderConnector, provider: ProviderSettings): Promise<Check> {
    const settings = connector.settings.safeParse({ ...provider, models: [] })
    if (!settings.success) return failed(say('org_settings.provider_incomplete'), 'invalid_settings')
    try {
      const models = await connector.listModels(settings.data, AbortSignal.timeout(limitMs))
      return { models: models.map((model) => model.id) }
    } catch (error) {
      if (isAppError(error))
        return failed(messageOf(error), String(error.details.providerStatus ?? error.code))
      if (error instanceof Error && error.name === 'TimeoutError') {
        return failed(say('org_settings.no_response', { seconds: limitMs / 1000 }), 'provider_timeout')
      }
      log.error({ err: error, connector: connector.name }, 'failed to check provider')
      return failed(say('org_settings.provider_internal'), 'internal')
    }
  }

  async function check(organization: Versioned, name: string, fresh: boolean): Promise<ProviderStatus> {
    const connector = connectorOf(name)
    const provider = findProvider(organization, name, config)
    if (!connector || !provider || !isConfigured(provider)) return notConfigured(name, provider)
    const key = `${organization.id}:${organization.version}:${name}`
    const cached = fresh ? undefined : checks.get(key)
    const check = cached ?? ask(provider.fromSystem ? hideAddress(connector) : connector, provider)
    if (!cached) checks.set(key, check)
    return toStatus(name, provider, await check)
  }

  /** `models` lists what a client can choose from. */
  async function statusOf(organization: Versioned) {
    const all = await Promise.all(providerNames().map((name) => check(organization, name, false)))
    const configured = all.filter((provider) => provider.status !== 'not_configured')
    const working = configured.filter((provider) => provider.status === 'working')
    return {
      overall_status: overall(configured.length, working.length),
      providers: Object.fromEntries(configured.map((provider) => [provider.provider, provider])),
      summary: {
        configured_count: configured.length,
        working_count: working.length,
        total_models: working.reduce((total, provider) => total + provider.models.length, 0),
      },
    }
  }

  return {
    statusOf,
    providerNames,
    /** Checks now, without the cache. */
    test: (organization: Versioned, provider: string): Promise<ProviderStatus> =>
      check(organization, provider, true),
    /** The URL that a connector uses if none is set. */
    ownAddressOf(provider: string): string | undefined {
      const parsed = connectorOf(provider)?.settings.safeParse({})
      const settings = parsed?.data
      const address =
        typeof settings === 'object' && settings !== null && 'base_url' in settings && settings.base_url
      return typeof address === 'string' ? address : undefined
    },
  }
}

export type ProviderStatusService = ReturnType<typeof createProviderStatus>

/** A list of models alone is not enough. */
const isConfigured = (provider: ProviderSettings): boolean => Boolean(provider.api_key || provider.base_url)

const failed = (message: string | Message, error_code: string): Check =>
  typeof message === 'string'
    ? { models: [], error: message, error_code }
    : { models: [], error: message.text, error_code, ...toMessageFields(message) }

function overall(configured: number, working: number): 'working' | 'partial' | 'error' | 'not_configured' {
  if (configured === 0) return 'not_configured'
  if (working === 0) return 'error'
  return working === configured ? 'working' : 'partial'
}

function toStatus(name: string, provider: ProviderSettings, result: Check): ProviderStatus {
  const defaultModel = provider.default_model ?? ''
  const choice = provider.models.length > 0 ? provider.models : result.models
  return {
    provider: name,
    status: result.error === undefined ? 'working' : 'error',
    ...result,
    api_base: provider.fromSystem ? '' : (provider.base_url ?? ''),
    default_model_valid: defaultModel !== '' && choice.includes(defaultModel),
    needs_model_selection: provider.models.length === 0,
    enabled_models: provider.models,
    default_model: defaultModel,
  }
}

const notConfigured = (name: string, provider: ProviderSettings | undefined): ProviderStatus => ({
  ...toStatus(name, provider ?? { models: [], trusted: false }, { models: [] }),
  status: 'not_configured',
})
