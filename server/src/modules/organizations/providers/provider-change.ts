import {
  type Message,
  type ModelChoice,
  type OrganizationConfig,
  type ProviderChange,
  type ProviderConfig,
  type ProvidersChange,
  say,
} from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'
import { badRequest } from '../../../platform/errors.ts'
import {
  defaultSetup,
  findProvider,
  type OrganizationSettings,
  ownProvider,
} from '../config/provider-settings.ts'

export interface ApplyContext {
  names: readonly string[]
  settings: OrganizationSettings
  env: Config
  ownAddressOf(provider: string): string | undefined
}

/** Applies a change to the shown configuration. Pure. */
export function withProviders(
  current: OrganizationConfig,
  change: ProvidersChange,
  context: ApplyContext,
): OrganizationConfig {
  const setup = defaultSetup(current)
  const providers = { ...setup.providers }
  for (const [name, providerChange] of Object.entries(change.providers ?? {})) {
    if (!context.names.includes(name)) throw badRequest(say('models.no_provider', { name }))
    const changed = applyProvider(providers[name], providerChange, toSameAddress(name, context))
    if (changed) providers[name] = changed
  }
  const choices = {
    ...(change.global_default_model ? { global_default_model: toChoice(change.global_default_model) } : {}),
    ...(change.small_fast_model ? { small_fast_model: toChoice(change.small_fast_model) } : {}),
  }
  const reference =
    change.use_system_providers === undefined ? {} : { use_system_providers: change.use_system_providers }
  return {
    ...current,
    ...reference,
    setups: { ...current.setups, default: { ...setup, providers, ...choices } },
  }
}

/** Stored ones may have more fields, of LAMB's clients or by mistake. */
export const toChoice = ({ provider, model }: ModelChoice): ModelChoice => ({ provider, model })

/** Each is the name of a model; empty or null removes it. */
const NAMED_MODELS = ['default_model', 'tool_use_model', 'fast_model'] as const

function applyProvider(
  stored: ProviderConfig | undefined,
  change: ProviderChange,
  isSame: (address: string) => boolean,
): ProviderConfig | undefined {
  const { api_key, base_url, models, enabled } = change
  const next: ProviderConfig = { ...stored }
  if (base_url !== undefined) {
    if (!base_url) delete next.base_url
    // A page sends back the URL it was shown: storing it would detach it from the operator's.
    // A key that comes with it stays with it, whatever another admin changes at the same moment.
    else if (stored?.base_url || api_key || !isSame(base_url)) next.base_url = base_url
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
    (ownProvider(findProvider(settings, name, env))?.base_url ?? ownAddressOf(name))?.replace(/\/+$/, '') ===
    address.replace(/\/+$/, '')

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
  change: ProvidersChange,
): string[] {
  const hasKey = (config: OrganizationConfig, name: string) =>
    defaultSetup(config).providers?.[name]?.api_key_configured === true
  return Object.keys(defaultSetup(before).providers ?? {}).filter(
    (name) => hasKey(before, name) && !hasKey(after, name) && change.providers?.[name]?.api_key !== null,
  )
}
