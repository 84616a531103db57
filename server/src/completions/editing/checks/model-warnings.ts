import type { AssistantMetadata, SettingsWarning } from '@bellwether/wire'
import type { ConnectorRegistry } from '../../../connectors/registry.ts'
import { findProvider, type OrganizationSettings } from '../../../modules/organizations/index.ts'
import type { Config } from '../../../platform/config.ts'
import { findPromptProcessor } from '../../prompt-processors/registry.ts'

export interface ModelWarningDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'find' | 'list'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

/** An assistant may be saved before its provider is set up, or come from another server. Saving it warns about what is missing. */
export const createModelWarnings =
  ({ config, connectors, settingsOf }: ModelWarningDeps) =>
  async (organizationId: number, settings: AssistantMetadata): Promise<SettingsWarning[]> => {
    const { connector: name, llm, prompt_processor: processor } = settings
    const warnings: SettingsWarning[] = []
    if (!findPromptProcessor(processor))
      warnings.push({
        code: 'unknown_prompt_processor',
        message: `There is no prompt processor “${processor}” on this server; the assistant can’t answer until another one is chosen.`,
        path: '/metadata/prompt_processor',
      })
    const connector = connectors.find(name) ?? connectors.list().find(({ provider }) => provider === name)
    if (!connector) {
      const message = `There is no connector “${name}” on this server; the assistant can’t answer until another one is chosen.`
      return [...warnings, { code: 'unknown_connector', message, path: '/metadata/connector' }]
    }
    if (connector.provider === undefined) return warnings
    const provider = findProvider(await settingsOf(organizationId), connector.provider, config)
    const models = provider?.models ?? []
    const isUnlisted = (model: string) => models.length > 0 && !models.includes(model)
    const { tool_model: toolModel } = settings
    if (!['', 'fast'].includes(toolModel) && isUnlisted(toolModel))
      warnings.push({
        code: 'unknown_model',
        message: `“${toolModel}” is not among the models that your organization offers with ${connector.title}; the assistant’s own model chooses its tools instead.`,
        path: '/metadata/tool_model',
      })
    if (llm !== '' && isUnlisted(llm))
      warnings.push({
        code: 'unknown_model',
        message: `“${llm}” is not among the models that your organization offers with ${connector.title}; the assistant can’t answer until another one is chosen.`,
        path: '/metadata/llm',
      })
    return warnings
  }
