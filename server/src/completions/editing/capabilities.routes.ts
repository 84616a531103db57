import { advancedSettings, capabilitiesSchema, newAssistantDefaultsSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { Connector } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import type { FirstModel } from '../../modules/assistants/index.ts'
import {
  findProvider,
  type OrganizationSettings,
  toAssistantDefaults,
} from '../../modules/organizations/index.ts'
import { isStudent, type UserCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Log } from '../../platform/log.ts'
import { describeSettingOf } from '../../tools/built-in-tool.ts'
import { describeTool, toSchema, withTexts } from '../../tools/describe-tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { promptProcessorNames } from '../prompt-processors/registry.ts'

export interface CapabilityDeps {
  config: Config
  connectors: ConnectorRegistry
  tools: ToolRegistry
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  firstModel(organizationId: number): Promise<FirstModel>
  log: Log
}

/** An unresponsive provider must not delay the form that lists all providers. */
const LIST_LIMIT_MS = 5000

/** Lists the parts an assistant can be built from: prompt processors, connectors with their models, RAG processors. */
export function createCapabilityRoutes(deps: CapabilityDeps): Endpoint[] {
  async function modelsOf(connector: Connector, caller: UserCaller | undefined) {
    if (connector.provider === undefined) return connector.listModels({}, AbortSignal.timeout(LIST_LIMIT_MS))
    if (!caller || isStudent(caller)) return []
    const organization = await deps.settingsOf(caller.organizationId)
    const provider = findProvider(organization, connector.provider, deps.config)
    const settings = provider && connector.settings.safeParse(provider)
    if (!settings?.success) return []
    return connector.listModels(settings.data, AbortSignal.timeout(LIST_LIMIT_MS)).catch((error: unknown) => {
      deps.log.warn(
        { connector: connector.name, err: error instanceof Error ? error.message : String(error) },
        'failed to list models',
      )
      return []
    })
  }

  async function describe(connector: Connector, caller: UserCaller | undefined) {
    const models = await modelsOf(connector, caller)
    const { text, vision, imageGeneration } = connector.capabilities
    return {
      name: connector.name,
      available_llms: models.map((model) => model.id),
      metadata: {
        id: connector.name,
        name: connector.title,
        description: connector.description,
        capabilities: { text_generation: text, image_generation: imageGeneration, vision_input: vision },
      },
      models: models.map((model) => ({
        id: model.id,
        display_name: model.title ?? model.id,
        description: model.description ?? '',
        capabilities: model.capabilities ?? {},
        ...(imageGeneration ? { forced_capabilities: { image_generation: true } } : {}),
      })),
    }
  }

  return [
    endpoint({
      method: 'GET',
      path: ['/lamb/v1/completions/list', '/completions/list'],
      tag: 'Chat',
      summary: 'List building blocks',
      description:
        'Connectors, models, prompt processors and RAG processors. With credentials, the models are those of the caller’s organization. Student accounts get no models.',
      access: 'optional',
      answer: capabilitiesSchema,
      async handle({ caller }) {
        const described = await Promise.all(
          deps.connectors.list().map((connector) => describe(connector, caller)),
        )
        return {
          prompt_processors: promptProcessorNames(),
          connectors: Object.fromEntries(described.map((connector) => [connector.name, connector])),
          // LAMB clients get the full list; `tools` says which ones can be injected.
          rag_processors: deps.tools.list().map(({ name }) => name),
          tools: deps.tools.list().map(describeTool),
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/assistants/advanced-settings',
      tag: 'Assistants',
      summary: 'Get the form of the advanced settings',
      description:
        'The advanced settings of an assistant as a JSON Schema, with titles, defaults and limits. Their values are in its `metadata`.',
      access: 'author',
      answer: z.object({ schema: z.record(z.string(), z.unknown()) }),
      handle: async ({ caller }) => ({
        schema: { ...settingsForm((await deps.settingsOf(caller.organizationId)).config) },
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/assistants/defaults',
      tag: 'Assistants',
      summary: 'Get the assistant defaults',
      description: 'The initial values of a new assistant in your organization.',
      access: 'author',
      answer: newAssistantDefaultsSchema,
      async handle({ caller: { organizationId } }) {
        const { config } = await deps.settingsOf(organizationId)
        return newAssistantDefaultsSchema.parse(
          toAssistantDefaults(config, await deps.firstModel(organizationId)),
        )
      },
    }),
  ]
}

/** Settings that have no default get the organization's. */
function settingsForm({ model_fallback = false }: OrganizationSettings['config']) {
  const ofOrganization: Record<string, unknown> = { model_fallback }
  const properties = advancedSettings().map(({ name, accepts, fallback }) => [
    name,
    { ...toSchema(accepts), default: fallback ?? ofOrganization[name] },
  ])
  return withTexts(
    { type: 'object', properties: Object.fromEntries(properties) },
    describeSettingOf('assistant_settings'),
  )
}
