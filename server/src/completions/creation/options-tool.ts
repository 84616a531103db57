import * as z from 'zod'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import type { Knowledge } from '../../modules/knowledge/index.ts'
import { findProvider, type OrganizationSettings, settingsIn } from '../../modules/organizations/index.ts'
import type { RubricService } from '../../modules/rubrics/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { notFound } from '../../platform/errors.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { CalledTool } from '../tools/called-tools.ts'
import { toAgentFunction } from './agent-tool.ts'
import type { Turn } from './turn.ts'

export interface OptionDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'list'>
  tools: ToolRegistry
  knowledge: Pick<Knowledge, 'bases'>
  rubrics: Pick<RubricService, 'list'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

const MAX_LISTED = 100
const MAX_DESCRIPTION_LENGTH = 300
const KINDS = ['models', 'knowledge_bases', 'rubrics', 'tools'] as const
type Kind = (typeof KINDS)[number]

/** Lists what the person can use in an assistant. */
export const optionsTool = (deps: OptionDeps, turn: Turn): CalledTool =>
  toAgentFunction(turn, {
    name: 'list_options',
    description:
      'Lists the models, knowledge bases, rubrics or tools that the educator can use. With “tool”, returns the settings of that tool.',
    input: z.object({
      kind: z.enum(KINDS),
      tool: z.string().max(100).optional().meta({ description: 'With kind “tools”: the name of a tool' }),
    }),
    async run({ kind, tool }) {
      if (kind === 'tools' && tool)
        return { data: await toolSettings(deps, turn.caller, tool), summary: tool }
      const items = await LISTS[kind](deps, turn.caller)
      return {
        data: items.slice(0, MAX_LISTED),
        summary: `Listed ${kind.replace('_', ' ')}: ${items.length}`,
      }
    },
  })

const LISTS: Record<Kind, (deps: OptionDeps, caller: UserCaller) => Promise<object[]>> = {
  async models({ config, connectors, settingsOf }, { organizationId }) {
    const organization = await settingsOf(organizationId)
    return connectors.list().flatMap((connector) => {
      if (connector.provider === undefined || !connector.capabilities.text) return []
      const provider = findProvider(organization, connector.provider, config)
      if (!provider || !(provider.api_key || provider.base_url)) return []
      const models = [...new Set([provider.default_model ?? [], provider.models].flat())]
      return models.map((llm) => ({ connector: connector.name, llm }))
    })
  },

  async knowledge_bases({ knowledge: { bases } }, caller) {
    const all = [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
    return all.map(({ id, name, description }) => ({ id: String(id), name, description: cut(description) }))
  },

  async rubrics({ rubrics }, caller) {
    const noFilter = { search: '', subject: '', gradeLevel: '' }
    const { rubrics: accessible } = await rubrics.list(caller, 'usable', noFilter, {
      limit: MAX_LISTED,
      offset: 0,
    })
    return accessible.map(({ rubric_id: id, title, description }) => ({
      id,
      title,
      description: cut(description),
    }))
  },

  async tools(deps, caller) {
    return (await allowedTools(deps, caller)).map((tool) => {
      const { name, display_name: title, description, uses, placeholder } = describeTool(tool)
      return { type: name, title, description, uses, placeholder }
    })
  },
}

async function allowedTools({ tools, settingsOf }: OptionDeps, { organizationId }: UserCaller) {
  const forbidden = new Set(settingsIn((await settingsOf(organizationId)).config).forbidden_tools)
  return tools.list().filter(({ name }) => !forbidden.has(name))
}

async function toolSettings(deps: OptionDeps, caller: UserCaller, name: string): Promise<object> {
  const tool = (await allowedTools(deps, caller)).find((allowed) => allowed.name === name)
  if (!tool) throw notFound('Tool')
  const { uses, placeholder, config_schema } = describeTool(tool)
  return { type: name, uses, placeholder, config_schema }
}

const cut = (text: string | null): string => (text ?? '').slice(0, MAX_DESCRIPTION_LENGTH)
