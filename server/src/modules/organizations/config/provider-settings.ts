import type { ModelChoice, OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'

/** What a connector is given. `trusted`: the address came from the operator or a system admin and may be a private one. */
export interface ProviderSettings {
  api_key?: string
  base_url?: string
  models: string[]
  default_model?: string
  trusted: boolean
  /** The organization uses the system organization's provider: its key pays, and the use is counted and may be limited. */
  fromSystem?: true
}

/** The provider part of an organization, opened. */
export interface OrganizationSettings {
  id: number
  slug: string
  name: string
  isSystem: boolean
  status: 'active' | 'suspended' | 'trial'
  config: OrganizationConfig
  /** The system organization, where this one uses its providers. Never copied: a key that is replaced there is replaced here. */
  system?: OrganizationSettings
}

export const defaultSetup = (config: OrganizationConfig) => config.setups?.default ?? {}

/** Undefined when the organization has no such provider, or switched it off. Its own provider comes before the system's. */
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
  // Only the system organization falls back to the operator's own keys: another tenant must not spend them unknowingly.
  const given: ProviderConfig = organization.isSystem ? fromEnvironment(provider, env) : {}
  if (!stored && Object.keys(given).length === 0) return undefined
  const base = stored?.base_url || given.base_url
  const key =
    stored?.api_key || (stored?.base_url && stored.base_url !== given.base_url ? undefined : given.api_key)
  const models = clean(stored?.models?.length ? stored.models : given.models)
  const defaultModel = stored?.default_model || given.default_model
  return {
    ...(key ? { api_key: key } : {}),
    ...(base ? { base_url: base } : {}),
    models,
    ...(defaultModel ? { default_model: defaultModel } : {}),
    trusted: isTrusted(organization, stored?.base_url, given.base_url),
  }
}

/** The system's provider, with the models that the organization chose among those that the system offers. */
function asOffered(systems: ProviderSettings, own: ProviderConfig | undefined): ProviderSettings {
  const chosen = clean(own?.models).filter(
    (model) => systems.models.length === 0 || systems.models.includes(model),
  )
  const models = chosen.length > 0 ? chosen : systems.models
  const isOffered = (model: string | undefined): model is string =>
    Boolean(model) && (models.length === 0 || models.includes(model ?? ''))
  const defaultModel = [own?.default_model, systems.default_model].find(isOffered)
  const { default_model: _replaced, ...rest } = systems
  return { ...rest, models, ...(defaultModel ? { default_model: defaultModel } : {}), fromSystem: true }
}

/** The operator's own address is trusted even when a page sent it back and it was stored. */
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

/** The providers that the operator can set up by environment. */
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

/** `connector`: of the assistant that it works for. A fast model beside that assistant's own provider comes first. */
export function smallFastModel(
  organization: OrganizationSettings,
  env: Config,
  connector?: string,
): ModelChoice | undefined {
  const own = connector === undefined ? undefined : fastModelBeside(organization, providerOf(connector))
  if (own) return own
  const system = { provider: env.SMALL_FAST_MODEL_PROVIDER ?? '', model: env.SMALL_FAST_MODEL_NAME ?? '' }
  return (
    chosen(defaultSetup(organization.config).small_fast_model) ??
    fastModelOfProvider(organization) ??
    (organization.isSystem ? chosen(system) : undefined) ??
    ofSystem(organization, smallFastModel, env)
  )
}

/** The connectors that LAMB had for tools ask the same provider. */
const providerOf = (connector: string): string => connector.replace(/_tools$|_tool_use$/, '')

function fastModelBeside(organization: OrganizationSettings, provider: string): ModelChoice | undefined {
  const stored = defaultSetup(organization.config).providers?.[provider]
  return stored?.enabled === false ? undefined : chosen({ provider, model: stored?.fast_model ?? '' })
}

/** Some organizations say it beside a provider instead. */
function fastModelOfProvider(organization: OrganizationSettings): ModelChoice | undefined {
  const providers = Object.entries(defaultSetup(organization.config).providers ?? {})
  const found = providers.find(([, { enabled, fast_model: model }]) => enabled !== false && model)
  return found && chosen({ provider: found[0], model: found[1].fast_model ?? '' })
}

/** The model that chooses which tools to call; '' = the assistant's own. */
export const toolUseModel = (organization: OrganizationSettings, connector: string): string =>
  defaultSetup(organization.config).providers?.[providerOf(connector)]?.tool_use_model ?? ''

export function globalDefaultModel(organization: OrganizationSettings, env: Config): ModelChoice | undefined {
  const system = {
    provider: env.GLOBAL_DEFAULT_MODEL_PROVIDER ?? '',
    model: env.GLOBAL_DEFAULT_MODEL_NAME ?? '',
  }
  return (
    chosen(defaultSetup(organization.config).global_default_model) ??
    (organization.isSystem ? chosen(system) : undefined) ??
    ofSystem(organization, globalDefaultModel, env)
  )
}

/** The system's choice, where the organization has none and the chosen provider is the system's. */
function ofSystem(
  organization: OrganizationSettings,
  choose: (organization: OrganizationSettings, env: Config) => ModelChoice | undefined,
  env: Config,
): ModelChoice | undefined {
  const choice = organization.system && choose(organization.system, env)
  return choice && findProvider(organization, choice.provider, env)?.fromSystem ? choice : undefined
}

const chosen = (choice: ModelChoice | undefined): ModelChoice | undefined =>
  choice?.provider && choice.model ? choice : undefined

/**
 * LAMB's rule for a model that the organization does not list: the first of `preferred` that is listed, else the first listed.
 * An organization that lists none takes any: it has not said what it allows.
 */
export function pickModel(
  provider: ProviderSettings,
  wanted: string,
  preferred: readonly (string | undefined)[],
): string {
  const candidates = [wanted, ...preferred].filter(
    (model): model is string => model !== undefined && model !== '',
  )
  if (provider.models.length === 0) return candidates[0] ?? ''
  return candidates.find((model) => provider.models.includes(model)) ?? provider.models[0] ?? wanted
}
