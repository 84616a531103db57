import {
  type Message,
  type ModelChoice,
  type ProvidersChange,
  type ProvidersRecord,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Config } from '../../../platform/config.ts'
import { badRequest } from '../../../platform/errors.ts'
import { abilitiesOf } from '../config/model-abilities.ts'
import {
  defaultSetup,
  findProvider,
  globalDefaultModel,
  smallFastModel,
} from '../config/provider-settings.ts'
import type { OrganizationRow } from '../organization.repository.ts'
import type { OrganizationService } from '../organization.service.ts'
import { lostKeys, toChoice, unlistedModels, withProviders } from './provider-change.ts'
import {
  createProviderStatus,
  type ProviderConnector,
  type ProviderStatusDeps,
  type Versioned,
} from './provider-status.ts'

const NO_MODEL: ModelChoice = { provider: '', model: '' }

/** The model providers of organizations. Keys can be set but never read. */
export function createProviderService<C extends ProviderConnector>(
  deps: ProviderStatusDeps<C> & { organizations: OrganizationService },
) {
  const { config, organizations } = deps
  const status = createProviderStatus(deps)
  const { providerNames } = status

  const versioned = async (row: OrganizationRow): Promise<Versioned> => ({
    ...(await organizations.toSettings(row)),
    version: row.version,
  })

  async function read(row: OrganizationRow): Promise<ProvidersRecord> {
    const settings = await versioned(row)
    return toRecord(settings, config, providerNames(), await status.statusOf(settings))
  }

  /** Returns what the admin should know about the change. */
  async function change(
    caller: UserCaller,
    row: OrganizationRow,
    given: ProvidersChange,
  ): Promise<Message[]> {
    const before = organizations.toRecord(row).config
    const context = {
      names: providerNames(),
      settings: await organizations.toSettings(row),
      env: config,
      ownAddressOf: status.ownAddressOf,
    }
    const saved = await organizations.changeConfig(caller, row, (current) =>
      withProviders(current, given, context),
    )
    return [
      ...lostKeys(before, organizations.toRecord(saved).config, given).map((provider) =>
        say('org_settings.key_removed', { provider }),
      ),
      ...unlistedModels(await organizations.toSettings(saved), config),
    ]
  }

  return {
    names: providerNames,
    statusOf: async (row: OrganizationRow) => status.statusOf(await versioned(row)),
    read,
    change,
    /** Asks the provider for its models, now. */
    async test(row: OrganizationRow, name: string) {
      if (!providerNames().includes(name)) throw badRequest(say('models.no_provider', { name }))
      return status.test(await versioned(row), name)
    },
  }
}

export type ProviderService = ReturnType<typeof createProviderService>

/** Pure. */
function toRecord(
  settings: Versioned,
  env: Config,
  names: readonly string[],
  api_status: ProvidersRecord['api_status'],
): ProvidersRecord {
  const available = names.map((name): [string, string[]] => {
    const found = api_status.providers[name]?.models ?? []
    const offered = findProvider(settings, name, env)?.models ?? []
    return [name, [...new Set([...found, ...offered])]]
  })
  return {
    providers: Object.fromEntries(names.map((name) => [name, toProvider(settings, env, name)])),
    available_models: Object.fromEntries(available),
    model_abilities: Object.fromEntries(
      available.map(([name, models]) => [
        name,
        Object.fromEntries(models.map((model) => [model, abilitiesOf(settings, name, model)])),
      ]),
    ),
    global_default_model: toChoice(globalDefaultModel(settings, env) ?? NO_MODEL),
    small_fast_model: toChoice(smallFastModel(settings, env) ?? NO_MODEL),
    is_system: settings.isSystem,
    use_system_providers: settings.system !== undefined,
    api_status,
  }
}

function toProvider(settings: Versioned, env: Config, name: string): ProvidersRecord['providers'][string] {
  const provider = findProvider(settings, name, env)
  // A disabled provider is not found, but its settings are still shown.
  const stored = defaultSetup(settings.config).providers?.[name]
  const visible = provider ?? stored
  const isSystems = provider?.fromSystem === true
  return {
    from_system: isSystems,
    api_key_set: !isSystems && Boolean(visible?.api_key),
    base_url: isSystems ? '' : (visible?.base_url ?? ''),
    models: visible?.models ?? [],
    default_model: visible?.default_model ?? '',
    tool_use_model: stored?.tool_use_model ?? '',
    fast_model: stored?.fast_model ?? '',
    enabled: stored?.enabled !== false,
  }
}
