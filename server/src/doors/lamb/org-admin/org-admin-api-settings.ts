import {
  type ApiSettingsChange,
  type Message,
  type ModelChoice,
  type OrganizationConfig,
  type ProviderChange,
  type ProviderConfig,
  say,
} from '@bellwether/wire'
import {
  abilitiesOf,
  defaultSetup,
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  type ProviderSettings,
  smallFastModel,
} from '../../../modules/organizations/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { ApiStatus } from './org-admin-api-status.ts'

type Status = Awaited<ReturnType<ApiStatus['statusOf']>>

/** The settings for admins: LAMB's fields, and every provider in the same format. Pure. */
export function toApiSettings(
  settings: OrganizationSettings,
  env: Config,
  names: readonly string[],
  status: Status,
) {
  const providers = names.map((name) => ({ name, provider: findProvider(settings, name, env) }))
  const byName = <T>(pick: (provider: NonNullable<(typeof providers)[number]['provider']>) => T) =>
    Object.fromEntries(providers.flatMap(({ name, provider }) => (provider ? [[name, pick(provider)]] : [])))
  const openai = ownProvider(findProvider(settings, 'openai', env))
  const noModel: ModelChoice = { provider: '', model: '' }
  const available = names.map((name): [string, string[]] => {
    const found = status.providers[name]?.models ?? []
    const offered = findProvider(settings, name, env)?.models ?? []
    return [name, [...new Set([...found, ...offered])]]
  })
  return {
    openai_api_key_set: Boolean(openai?.api_key),
    openai_base_url: openai?.base_url ?? '',
    ollama_base_url: ownAddress(findProvider(settings, 'ollama', env)),
    available_models: Object.fromEntries(available),
    model_abilities: Object.fromEntries(
      available.map(([name, models]) => [
        name,
        Object.fromEntries(models.map((model) => [model, abilitiesOf(settings, name, model)])),
      ]),
    ),
    selected_models: byName((provider) => provider.models),
    default_models: byName((provider) => provider.default_model ?? ''),
    global_default_model: globalDefaultModel(settings, env) ?? noModel,
    small_fast_model: smallFastModel(settings, env) ?? noModel,
    is_system: settings.isSystem,
    use_system_providers: settings.system !== undefined,
    providers: Object.fromEntries(
      providers.map(({ name, provider }) => {
        // A disabled provider is not found, but its settings are still shown.
        const stored = defaultSetup(settings.config).providers?.[name]
        const visible = provider ?? stored
        const isSystems = provider?.fromSystem === true
        return [
          name,
          {
            from_system: isSystems,
            api_key_set: !isSystems && Boolean(visible?.api_key),
            base_url: isSystems ? '' : (visible?.base_url ?? ''),
            models: visible?.models ?? [],
            default_model: visible?.default_model ?? '',
            tool_use_model: stored?.tool_use_model ?? '',
            fast_model: stored?.fast_model ?? '',
            enabled: stored?.enabled !== false,
          },
        ]
      }),
    ),
    api_status: status,
  }
}

/** Hides keys and URLs of the system's providers. */
const ownProvider = (provider: ProviderSettings | undefined): ProviderSettings | undefined =>
  provider?.fromSystem ? undefined : provider

const ownAddress = (provider: ProviderSettings | undefined): string => ownProvider(provider)?.base_url ?? ''

export interface ApplyContext {
  names: readonly string[]
  settings: OrganizationSettings
  env: Config
  ownAddressOf(provider: string): string | undefined
}

/** Applies a change to the shown configuration. Unknown providers are ignored. Pure. */
export function applyApiSettings(
  current: OrganizationConfig,
  change: ApiSettingsChange,
  context: ApplyContext,
): OrganizationConfig {
  const setup = defaultSetup(current)
  const providers = { ...setup.providers }
  for (const name of context.names) {
    const changed = applyProvider(
      providers[name],
      toProviderChange(change, name),
      toSameAddress(name, context),
    )
    if (changed) providers[name] = changed
  }
  const choices = {
    ...(change.global_default_model ? { global_default_model: change.global_default_model } : {}),
    ...(change.small_fast_model ? { small_fast_model: change.small_fast_model } : {}),
  }
  const reference =
    change.use_system_providers === undefined ? {} : { use_system_providers: change.use_system_providers }
  return {
    ...current,
    ...reference,
    setups: { ...current.setups, default: { ...setup, providers, ...choices } },
  }
}

/** LAMB's flat fields and our `providers` mean the same; if both are set, `providers` wins. */
function toProviderChange(change: ApiSettingsChange, name: string): Partial<ProviderChange> {
  const flat =
    name === 'openai'
      ? { api_key: change.openai_api_key, base_url: change.openai_base_url }
      : name === 'ollama'
        ? { base_url: change.ollama_base_url }
        : {}
  const merged = {
    ...flat,
    models: change.selected_models?.[name],
    default_model: change.default_models?.[name],
    ...defined(change.providers?.[name] ?? {}),
  }
  return defined(merged)
}

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>

/** Each is the name of a model; empty or null removes it. */
const NAMED_MODELS = ['default_model', 'tool_use_model', 'fast_model'] as const

function applyProvider(
  stored: ProviderConfig | undefined,
  change: Partial<ProviderChange>,
  isSame: (address: string) => boolean,
): ProviderConfig | undefined {
  const { api_key, base_url, models, enabled } = change
  const next: ProviderConfig = { ...stored }
  if (base_url !== undefined) {
    if (!base_url) delete next.base_url
    // A page sends back the URL it was shown: storing it would detach it from the operator's.
    else if (stored?.base_url || !isSame(base_url)) next.base_url = base_url
  }
  // Empty means unchanged, because a page shows an empty field for a key that it can't read.
  if (api_key === null) next.api_key = ''
  else if (api_key) next.api_key = api_key
  if (models !== undefined) next.models = models.filter((model) => model !== '')
  for (const field of NAMED_MODELS) {
    const model = change[field]
    if (model) next[field] = model
    else if (model !== undefined) delete next[field]
  }
  if (enabled !== undefined) next.enabled = enabled
  if (change.model_marks) next.model_marks = applyMarks(stored?.model_marks, change.model_marks)
  return stored === undefined && isEmpty(next) ? undefined : next
}

/** Models without a mark are left out. */
const applyMarks = (
  stored: ProviderConfig['model_marks'],
  change: NonNullable<ProviderChange['model_marks']>,
): NonNullable<ProviderConfig['model_marks']> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...change }).flatMap(([model, marks]) => {
      const set = Object.entries(marks ?? {}).filter(([, value]) => value !== null && value !== undefined)
      return set.length > 0 ? [[model, Object.fromEntries(set)]] : []
    }),
  )

const isEmpty = (provider: ProviderConfig): boolean =>
  Object.values(provider).every((value) => value === '' || (Array.isArray(value) && value.length === 0))

/** Whether a URL is the one that applies if none is stored: the operator's, or the provider's own. */
const toSameAddress =
  (name: string, { settings, env, ownAddressOf }: ApplyContext) =>
  (address: string): boolean =>
    [ownProvider(findProvider(settings, name, env))?.base_url ?? ownAddressOf(name)].some(
      (other) => other?.replace(/\/+$/, '') === address.replace(/\/+$/, ''),
    )

/** Lists models in the settings that the organization does not offer: the default model is used instead. Pure. */
export function unlistedModels(settings: OrganizationSettings, env: Config): Message[] {
  const { providers = {}, small_fast_model: fast } = defaultSetup(settings.config)
  const choices = [
    {
      provider: fast?.provider ?? '',
      model: fast?.model ?? '',
      code: 'org_settings.small_fast_model' as const,
    },
    ...Object.entries(providers).flatMap(([provider, { fast_model, tool_use_model }]) => [
      { provider, model: fast_model ?? '', code: 'org_settings.fast_model' as const },
      { provider, model: tool_use_model ?? '', code: 'org_settings.tool_use_model' as const },
    ]),
  ]
  return choices.flatMap(({ provider, model, code }) => {
    const models = findProvider(settings, provider, env)?.models ?? []
    return model === '' || models.length === 0 || models.includes(model)
      ? []
      : [say(code, { model, provider })]
  })
}

/** Lists providers that lost their key without a request to remove it. Pure. */
export function lostKeys(
  before: OrganizationConfig,
  after: OrganizationConfig,
  change: ApiSettingsChange,
): string[] {
  const hasKey = (config: OrganizationConfig, name: string) =>
    defaultSetup(config).providers?.[name]?.api_key_configured === true
  return Object.keys(defaultSetup(before).providers ?? {}).filter(
    (name) => hasKey(before, name) && !hasKey(after, name) && toProviderChange(change, name).api_key !== null,
  )
}
