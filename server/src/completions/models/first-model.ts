import type { Connector } from '../../connectors/connector.ts'
import { QUOTES_MODEL } from '../../connectors/quotes/quotes.connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import type { FirstModel } from '../../modules/assistants/index.ts'
import {
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  type ProviderSettings,
} from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { isAppError } from '../../platform/errors.ts'
import type { ModelChoice } from './choose-model.ts'
import type { FoundModels } from './found-models.ts'
import { bestChatModel } from './rank-models.ts'

export interface FirstModelDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'list'>
  foundModels: Pick<FoundModels, 'of'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel(organization: OrganizationSettings, requested: undefined): ModelChoice
}

/**
 * Chooses the model of a new assistant: the organization's default model, or the best chat model of the first
 * provider that has one, or quotes from its material.
 */
export function createFirstModel({
  config,
  connectors,
  foundModels,
  settingsOf,
  chooseDefaultModel,
}: FirstModelDeps) {
  const ready = (
    organization: OrganizationSettings,
  ): { connector: Connector; provider: ProviderSettings }[] =>
    connectors.list().flatMap((connector) => {
      if (connector.provider === undefined || !connector.capabilities.text) return []
      const provider = findProvider(organization, connector.provider, config)
      return provider && (provider.api_key || provider.base_url) ? [{ connector, provider }] : []
    })

  return async (organizationId: number): Promise<FirstModel> => {
    const organization = await settingsOf(organizationId)
    const providers = ready(organization)
    const isChosen =
      globalDefaultModel(organization, config) !== undefined ||
      providers.some(({ provider }) => provider.default_model !== undefined)
    if (isChosen) {
      try {
        const { connector, model } = chooseDefaultModel(organization, undefined)
        return { connector: connector.name, llm: model }
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }
    for (const { connector, provider } of providers) {
      const ids = provider.models.length > 0 ? provider.models : await foundModels.of(connector, provider)
      const model = bestChatModel(ids)
      if (model !== undefined) return { connector: connector.name, llm: model }
    }
    return { connector: 'quotes', llm: QUOTES_MODEL }
  }
}
