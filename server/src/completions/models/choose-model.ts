import { type AssistantMetadata, say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import { hideAddress } from '../../connectors/upstream/hide-address.ts'
import {
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  pickModel,
  toolUseModel,
} from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'

export interface ModelChoice {
  connector: Connector
  settings: unknown
  model: string
  /** Called if this model fails and the settings allow it. */
  fallbackModel: string | undefined
  /** The requested model, if the organization does not offer it. */
  insteadOf?: string | undefined
  /** Whether the provider belongs to the system organization. */
  fromSystem?: boolean | undefined
}

export type ChooseModel = (
  organization: OrganizationSettings,
  connector: string,
  requested: string,
) => ModelChoice

export const createModelChooser =
  (deps: { config: Config; connectors: ConnectorRegistry }): ChooseModel =>
  (organization, connector, requested) =>
    chooseModel(deps, organization, connector, requested)

/** Assistants name a connector; the organization's settings name a provider. Accepts both. */
function chooseModel(
  deps: { config: Config; connectors: ConnectorRegistry },
  organization: OrganizationSettings,
  name: string,
  requested: string,
): ModelChoice {
  const connector =
    deps.connectors.find(name) ?? deps.connectors.list().find((candidate) => candidate.provider === name)
  if (!connector) throw badRequest(say('models.no_connector', { name }))
  if (connector.provider === undefined)
    return { connector, settings: {}, model: requested, fallbackModel: undefined, fromSystem: false }
  const provider = findProvider(organization, connector.provider, deps.config)
  if (!provider) {
    throw badRequest(
      say('models.provider_not_set_up', { organization: organization.name, provider: connector.title }),
    )
  }
  const parsed = connector.settings.safeParse(provider)
  if (!parsed.success) {
    throw badRequest(
      say('models.provider_incomplete', {
        provider: connector.title,
        problem: issueMessage(parsed.error.issues[0]),
      }),
    )
  }
  const overall = globalDefaultModel(organization, deps.config)
  const organizationDefault = overall?.provider === connector.provider ? overall.model : undefined
  // LAMB's Ollama connector prefers the organization's default model; its OpenAI connector uses only the
  // provider's.
  const preferred =
    connector.name === 'ollama' ? [organizationDefault, provider.default_model] : [provider.default_model]
  const model = pickModel(provider, requested, preferred)
  if (model === '') throw badRequest(say('models.no_default', { provider: connector.title }))
  const fallback = provider.default_model ?? organizationDefault
  return {
    connector: provider.fromSystem ? hideAddress(connector) : connector,
    settings: parsed.data,
    model,
    fallbackModel: fallback === model ? undefined : fallback,
    fromSystem: provider.fromSystem === true,
    ...(requested !== '' && model !== requested ? { insteadOf: requested } : {}),
  }
}

/**
 * `metadata.tool_model` (a name, or `fast`), or the organization's model for tool calls. An empty string
 * means that the assistant's own model chooses.
 */
export function toolModelOf(metadata: AssistantMetadata, organization: OrganizationSettings): string {
  return metadata.tool_model || toolUseModel(organization, metadata.connector)
}
