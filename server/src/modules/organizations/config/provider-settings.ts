import type { ModelChoice, OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'

/**
 * The settings a connector gets. `trusted`: the address was set by the operator or a system admin and may be private.
 */
export interface ProviderSettings {
  api_key?: string
  base_url?: string
  models: string[]
  default_model?: string
  trusted: boolean
  /**
   * The organization uses the system organization's provider: the system's key pays, and usage is counted and may be
   * limited.
   */
  fromSystem?: true
}

/** The providers of an organization, decrypted. */
export interface OrganizationSettings {
  id: number
  slug: string
  name: string
  isSystem: boolean
  status: 'active' | 'suspended' | 'trial'
  config: OrganizationConfig
  /**
   * The system organization, if this one uses its providers. Never copied: a key that is replaced there is replaced
   * here.
   */
  system?: OrganizationSettings
}

export const defaultSetup = (config: OrganizationConfig) => config.setups?.default ?? {}

/**
 * Undefined when the organization has no such provider or has disabled it. Its own provider takes precedence over the
 * system's.
 */
export function findProvider(
  organization: OrganizationSettings,
  provider: string,
  env: Config,
): ProviderSettings | undefined {
  const stored = defaultSetup(organization.config).providers?.[provider]
  if (stored?.enabled === false) return undefined
  const isOwn = Boolean(stored?.api_key || stored?.base_url)
  const systems = !isOwn && organization.system && findProvider(organization.system, provider, env)
  if (systems && (systems.api_key || systems.base_url)) return asOffered(systems, stored)
  // Only the system organization falls back to the operator's keys: others must not spend them unknowingly.
  const environment: ProviderConfig = organization.isSystem ? fromEnvironment(provider, env) : {}
  if (!stored && Object.keys(environment).length === 0) return undefined
  const base = stored?.base_url || environment.base_url
  const key =
    stored?.api_key ||
    (stored?.base_url && stored.base_url !== environment.base_url ? undefined : environment.api_key)
  const models = clean(stored?.models?.length ? stored.models : environment.models)
  const defaultModel = stored?.default_model || environment.default_model
  return {
    ...(key ? { api_key: key } : {}),
    ...(base ? { base_url: base } : {}),
    models,
    ...(defaultModel ? { default_model: defaultModel } : {}),
    trusted: isTrusted(organization, stored?.base_url, environment.base_url),
  }
}

/** Hides keys and URLs of the system's providers. */
export const ownProvider = (provider: ProviderSettings | undefined): ProviderSettings | undefined =>
  provider?.fromSystem ? undefined : provider

/** The system's provider, limited to the models that the organization chose from those the system offers. */
function asOffered(systems: ProviderSettings, ownSettings: ProviderConfig | undefined): ProviderSettings {
  const selected = clean(ownSettings?.models).filter(
    (model) => systems.models.length === 0 || systems.models.includes(model),
  )
  const models = selected.length > 0 ? selected : systems.models
  const isOffered = (model: string | undefined): model is string =>
    Boolean(model) && (models.length === 0 || models.includes(model ?? ''))
  const defaultModel = [ownSettings?.default_model, systems.default_model].find(isOffered)
  const { default_model: _replaced, ...rest } = systems
  return { ...rest, models, ...(defaultModel ? { default_model: defaultModel } : {}), fromSystem: true }
}

/** The operator's address is trusted even if a page sent it back and it was stored. */
export const isTrusted = (
  organization: OrganizationSettings,
  address: string | undefined,
  operators: string | undefined,
): boolean =>
  !address || address === operators || (organization.config.trusted_addresses ?? []).includes(address)

const clean = (models: readonly string[] | undefined): string[] =>
  (models ?? []).map((model) => model.trim()).filter((model) => model !== '')

const present = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>

/** The providers that the operator can configure with environment variables. */
export const ENVIRONMENT_PROVIDERS = ['openai', 'anthropic', 'ollama', 'google'] as const

export function fromEnvironment(provider: string, env: Config): ProviderConfig {
  switch (provider) {
    case 'openai':
      return present({
        api_key: env.OPENAI_API_KEY,
        base_url: env.OPENAI_BASE_URL,
        models: env.OPENAI_MODELS,
        default_model: env.OPENAI_MODEL,
      })
    case 'anthropic':
      return present({
        api_key: env.ANTHROPIC_API_KEY,
        base_url: env.ANTHROPIC_BASE_URL,
        models: env.ANTHROPIC_MODELS,
        default_model: env.ANTHROPIC_MODEL,
      })
    case 'ollama':
      return present({ base_url: env.OLLAMA_BASE_URL, default_model: env.OLLAMA_MODEL })
    case 'google':
      return present({
        api_key: env.GEMINI_API_KEY ?? env.GOOGLE_API_KEY,
        base_url: env.GOOGLE_BASE_URL,
        models: env.GEMINI_MODELS,
        default_model: env.GEMINI_DEFAULT_MODEL,
      })
    default:
      return {}
  }
}

/** `connector` is the assistant's. A fast model of the same provider takes precedence. */
export function smallFastModel(
  organization: OrganizationSettings,
  env: Config,
  connector?: string,
): ModelChoice | undefined {
  const ownModel = connector === undefined ? undefined : fastModelBeside(organization, providerOf(connector))
  if (ownModel) return ownModel
  const system = { provider: env.SMALL_FAST_MODEL_PROVIDER ?? '', model: env.SMALL_FAST_MODEL_NAME ?? '' }
  return (
    completeChoice(defaultSetup(organization.config).small_fast_model) ??
    fastModelOfProvider(organization) ??
    (organization.isSystem ? completeChoice(system) : undefined) ??
    ofSystem(organization, smallFastModel, env)
  )
}

/** LAMB's separate connectors for tools use the same provider. */
const providerOf = (connector: string): string => connector.replace(/_tools$|_tool_use$/, '')

function fastModelBeside(organization: OrganizationSettings, provider: string): ModelChoice | undefined {
  const stored = defaultSetup(organization.config).providers?.[provider]
  return stored?.enabled === false ? undefined : completeChoice({ provider, model: stored?.fast_model ?? '' })
}

/** Some organizations set it on a provider instead. */
function fastModelOfProvider(organization: OrganizationSettings): ModelChoice | undefined {
  const providers = Object.entries(defaultSetup(organization.config).providers ?? {})
  const entry = providers.find(([, { enabled, fast_model: model }]) => enabled !== false && model)
  return entry && completeChoice({ provider: entry[0], model: entry[1].fast_model ?? '' })
}

/** The model that chooses tool calls; '' means the assistant's own. */
export const toolUseModel = (organization: OrganizationSettings, connector: string): string =>
  defaultSetup(organization.config).providers?.[providerOf(connector)]?.tool_use_model ?? ''

export function globalDefaultModel(organization: OrganizationSettings, env: Config): ModelChoice | undefined {
  const system = {
    provider: env.GLOBAL_DEFAULT_MODEL_PROVIDER ?? '',
    model: env.GLOBAL_DEFAULT_MODEL_NAME ?? '',
  }
  return (
    completeChoice(defaultSetup(organization.config).global_default_model) ??
    (organization.isSystem ? completeChoice(system) : undefined) ??
    ofSystem(organization, globalDefaultModel, env)
  )
}

/** The system's choice, if the organization has none and the chosen provider is the system's. */
function ofSystem(
  organization: OrganizationSettings,
  choose: (organization: OrganizationSettings, env: Config) => ModelChoice | undefined,
  env: Config,
): ModelChoice | undefined {
  const choice = organization.system && choose(organization.system, env)
  return choice && findProvider(organization, choice.provider, env)?.fromSystem ? choice : undefined
}

const completeChoice = (choice: ModelChoice | undefined): ModelChoice | undefined =>
  choice?.provider && choice.model ? choice : undefined

/**
 * LAMB's rule for a model that the organization does not list: the first listed one of `preferred`, otherwise the
 * first listed. An organization that lists no models allows any.
 */
export function pickModel(
  provider: ProviderSettings,
  requested: string,
  preferred: readonly (string | undefined)[],
): string {
  const candidates = [requested, ...preferred].filter(
    (model): model is string => model !== undefined && model !== '',
  )
  if (provider.models.length === 0) return candidates[0] ?? ''
  return candidates.find((model) => provider.models.includes(model)) ?? provider.models[0] ?? requested
}
