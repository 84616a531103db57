import { say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import {
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  type ProviderSettings,
} from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import type { ChooseModel, ModelChoice } from './choose-model.ts'
import type { FoundModels } from './found-models.ts'
import { bestChatModel } from './rank-models.ts'

export interface DefaultModelDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'list'>
  chooseModel: ChooseModel
  foundModels: Pick<FoundModels, 'of'>
}

interface Ready {
  connector: Connector
  provider: ProviderSettings
}

export type ChooseDefaultModel = (
  organization: OrganizationSettings,
  requested: string | undefined,
) => Promise<ModelChoice>

/**
 * Chooses the model of new assistants and of requests of the server itself: the organization's default model, or that
 * of the first provider that has one, or the best chat model of the first provider that lists one. A caller may ask for
 * another model that the organization offers.
 */
export const createDefaultModelChooser =
  (deps: DefaultModelDeps): ChooseDefaultModel =>
  async (organization, requested) => {
    const ready = readyProviders(deps, organization)
    const [first] = ready
    if (!first) throw badRequest(say('models.none', { organization: organization.name }))
    const overall = globalDefaultModel(organization, deps.config)
    const preferred = ready.find(({ connector }) =>
      [connector.name, connector.provider].includes(overall?.provider),
    )
    if (requested !== undefined) {
      const inOrder = preferred ? [preferred, ...ready] : ready
      return deps.chooseModel(organization, offering(inOrder, organization, requested), requested)
    }
    if (preferred) return deps.chooseModel(organization, preferred.connector.name, overall?.model ?? '')
    const named = ready.find(({ provider }) => provider.default_model !== undefined)
    if (named) return deps.chooseModel(organization, named.connector.name, '')
    for (const { connector, provider } of ready) {
      const ids =
        provider.models.length > 0 ? provider.models : await deps.foundModels.of(connector, provider)
      const model = bestChatModel(ids)
      if (model !== undefined) return deps.chooseModel(organization, connector.name, model)
    }
    throw badRequest(say('models.default_required', { provider: first.connector.title }))
  }

/** A provider that lists no models accepts any name. */
function offering(ready: readonly Ready[], organization: OrganizationSettings, model: string): string {
  const match =
    ready.find(({ provider }) => provider.models.includes(model)) ??
    ready.find(({ provider }) => provider.models.length === 0)
  if (!match) throw badRequest(say('models.not_offered_here', { organization: organization.name, model }))
  return match.connector.name
}

/** The text providers that are fully set up. */
const readyProviders = (
  { config, connectors }: DefaultModelDeps,
  organization: OrganizationSettings,
): Ready[] =>
  connectors.list().flatMap((connector) => {
    if (connector.provider === undefined || !connector.capabilities.text) return []
    const provider = findProvider(organization, connector.provider, config)
    // A default model alone, for example from an environment variable, is not a usable provider.
    const isSetUp = provider?.api_key || provider?.base_url
    return isSetUp && connector.settings.safeParse(provider).success ? [{ connector, provider }] : []
  })
