import { type AssistantMetadata, type SettingsWarning, say } from '@bellwether/wire'
import type { ConnectorRegistry } from '../../../connectors/registry.ts'
import { objectsOf } from '../../../connectors/upstream/json.ts'
import { abilitiesOf, findProvider, type OrganizationSettings } from '../../../modules/organizations/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { FoundModels } from '../../models/found-models.ts'
import { findPromptProcessor } from '../../prompt-processors/registry.ts'
import { toWarning } from './entry-warnings.ts'

export interface ModelWarningDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'find' | 'list'>
  foundModels: Pick<FoundModels, 'soon'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

/**
 * Warns about missing providers and models. Saving is allowed: the provider may be set up later, or the
 * assistant may come from another server.
 */
export const createModelWarnings =
  ({ config, connectors, foundModels, settingsOf }: ModelWarningDeps) =>
  async (organizationId: number, settings: AssistantMetadata): Promise<SettingsWarning[]> => {
    const { connector: name, prompt_processor: processor } = settings
    const warnings: SettingsWarning[] = []
    if (!findPromptProcessor(processor))
      warnings.push(
        toWarning(
          'unknown_prompt_processor',
          say('settings.no_prompt_processor', { name: processor }),
          '/metadata/prompt_processor',
        ),
      )
    const connector = connectors.find(name) ?? connectors.list().find(({ provider }) => provider === name)
    if (!connector) {
      const message = say('settings.no_connector', { name })
      return [...warnings, toWarning('unknown_connector', message, '/metadata/connector')]
    }
    if (connector.provider === undefined) return warnings
    const organization = await settingsOf(organizationId)
    const provider = findProvider(organization, connector.provider, config)
    if (!provider) {
      const message = say('settings.no_provider', { provider: connector.title })
      return [...warnings, toWarning('no_provider', message, '/metadata/connector')]
    }
    const ownList = provider.models
    const foundList = ownList.length > 0 ? [] : await foundModels.soon(connector, provider)
    return [
      ...warnings,
      ...aboutLists({ ownList, foundList }, connector.title, settings),
      ...aboutAbilities(organization, connector.provider, settings),
    ]
  }

/** `ownList` is the organization's, which rules; `foundList` the provider's, which may leave out models that it serves. */
interface Lists {
  ownList: readonly string[]
  foundList: readonly string[]
}

function aboutLists(
  { ownList, foundList }: Lists,
  provider: string,
  { llm, tool_model: toolModel }: AssistantMetadata,
): SettingsWarning[] {
  const warn = (model: string, path: string, ifUnlisted: 'model_unlisted' | 'tool_model_unlisted') => {
    const isOwn = ownList.length > 0
    const list = isOwn ? ownList : foundList
    if (model === '' || list.length === 0 || list.includes(model)) return []
    const message = isOwn
      ? say(`settings.${ifUnlisted}`, { model, provider })
      : say('settings.model_not_found', { model, provider })
    return [toWarning('unknown_model', message, path)]
  }
  return [
    ...warn(toolModel === 'fast' ? '' : toolModel, '/metadata/tool_model', 'tool_model_unlisted'),
    ...warn(llm, '/metadata/llm', 'model_unlisted'),
  ]
}

/** The answer may still be useful, so these are only warnings: an admin may have marked the model wrongly. */
function aboutAbilities(
  organization: OrganizationSettings,
  provider: string,
  { llm, tool_model, tools, capabilities }: AssistantMetadata,
): SettingsWarning[] {
  const warnings: SettingsWarning[] = []
  const isCalling = objectsOf(tools).some((entry) => entry['use'] === 'call' && entry['enabled'] !== false)
  // The model that chooses the calls; a fast one is the organization's choice.
  const [caller, path] = tool_model === '' ? [llm, '/metadata/llm'] : [tool_model, '/metadata/tool_model']
  const isNamed = caller !== '' && caller !== 'fast'
  if (isCalling && isNamed && abilitiesOf(organization, provider, caller).tools === false)
    warnings.push(
      toWarning('model_without_tools', say('settings.model_without_tools', { model: caller }), path),
    )
  if (capabilities.vision && llm !== '' && abilitiesOf(organization, provider, llm).pictures === false)
    warnings.push(
      toWarning(
        'model_without_pictures',
        say('settings.model_without_pictures', { model: llm }),
        '/metadata/llm',
      ),
    )
  return warnings
}
