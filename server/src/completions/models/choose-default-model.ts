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

export interface DefaultModelDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'list'>
  chooseModel: ChooseModel
}

interface Ready {
  connector: Connector
  provider: ProviderSettings
}

/**
 * Chooses the model for requests of the server itself: the organization's default model, or that of the first
 * provider it has set up. A caller may ask for another model that the organization offers.
 */
export const createDefaultModelChooser =
  (deps: DefaultModelDeps) =>
  (organization: OrganizationSettings, requested: string | undefined): ModelChoice => {
    const ready = readyProviders(deps, organization)
    const overall = globalDefaultModel(organization, deps.config)
    const preferred = ready.find(({ connector }) =>
      [connector.name, connector.provider].includes(overall?.provider),
    )
    const first = preferred ?? ready.find(hasModel) ?? ready[0]
    if (!first) throw badRequest(say('models.none', { organization: organization.name }))
    const inOrder = [first, ...ready.filter((other) => other !== first)]
    if (requested === undefined) {
      if (!preferred && !hasModel(first))
        throw badRequest(say('models.default_required', { provider: first.connector.title }))
      return deps.chooseModel(organization, first.connector.name, preferred ? (overall?.model ?? '') : '')
    }
    // A provider that lists no models accepts any name.
    const match =
      inOrder.find(({ provider }) => provider.models.includes(requested)) ??
      inOrder.find(({ provider }) => provider.models.length === 0)
    if (!match)
      throw badRequest(say('models.not_offered_here', { organization: organization.name, model: requested }))
    return deps.chooseModel(organization, match.connector.name, requested)
  }

const hasModel = ({ provider }: Ready): boolean =>
  provider.default_model !== undefined || provider.models.length > 0

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
