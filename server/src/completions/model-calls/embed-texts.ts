import type { Connector } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import { hideAddress } from '../../connectors/upstream/hide-address.ts'
import type { Embedder, Reranker } from '../../modules/knowledge/index.ts'
import {
  findEmbeddings,
  findProvider,
  findReranker,
  type OrganizationSettings,
} from '../../modules/organizations/index.ts'
import { type MeasureCall, type ModelCall, unmeasured } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import { withPrompt } from './embedding-prompts.ts'
import { retryCall } from './retry-call.ts'

export interface EmbedTextsDeps {
  config: Config
  connectors: ConnectorRegistry
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Told of what documents took, which nobody holds up. */
  noteModelCall(call: ModelCall): void
  /** Counts what questions take. */
  measureCall?: MeasureCall
  /** For tests, which do not want to wait. */
  firstWaitMs?: number
}

/** What makes something searchable by meaning, and what puts it in a better order. */
export interface SearchModels extends Embedder, Reranker {
  /** Names of the providers that have such models. */
  providers(): { embeddings: string[]; rerank: string[] }
}

/** Embeds and reranks through the organization's own providers. A model is named `provider/model`. */
export function createSearchModels(deps: EmbedTextsDeps): SearchModels {
  const { config, connectors, settingsOf, firstWaitMs } = deps
  const { noteModelCall, measureCall = unmeasured } = deps

  const connectorFor = (provider: string): Connector => {
    const connector = connectors.list().find((one) => one.provider === provider)
    if (!connector) throw badRequest(`There is no provider “${provider}”`)
    return connector
  }

  async function access(organizationId: number, provider: string) {
    const organization = await settingsOf(organizationId)
    const connector = connectorFor(provider)
    const found = findProvider(organization, provider, config)
    if (!found)
      throw badRequest(
        `The organization ${organization.name} has not set up ${connector.title}; an organization admin can do it in the settings`,
      )
    const settings = connector.settings.parse(found)
    if (found.fromSystem) return { connector: hideAddress(connector), settings, fromSystem: true }
    return { connector, settings, fromSystem: false }
  }

  async function rerankAccess(organizationId: number) {
    const chosen = findReranker(await settingsOf(organizationId))
    if (!chosen) throw badRequest('The organization has no reranker')
    if ('provider' in chosen)
      return { ...(await access(organizationId, chosen.provider)), model: chosen.model }
    const connector = connectorFor('openai')
    const { url, api_key, trusted, model } = chosen
    const base_url = url.replace(/\/+$/, '').replace(/\/rerank$/, '')
    const settings = connector.settings.parse({ base_url, api_key, trusted })
    return { connector, settings, model, fromSystem: false }
  }

  const namesOf = (can: (connector: Connector) => boolean): string[] =>
    connectors.list().flatMap((one) => (one.provider !== undefined && can(one) ? [one.provider] : []))

  return {
    providers: () => ({
      embeddings: namesOf(({ embed }) => embed !== undefined),
      rerank: namesOf(({ rerank }) => rerank !== undefined),
    }),

    async modelOf(organizationId) {
      const chosen = findEmbeddings(await settingsOf(organizationId))
      return chosen && `${chosen.provider}/${chosen.model}`
    },

    async embed(organizationId, name, texts, purpose, signal, asked) {
      const slash = name.indexOf('/')
      const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)]
      const { connector, settings, fromSystem } = await access(organizationId, provider)
      const { embed } = connector
      if (!embed) throw badRequest(`${connector.title} has no models of embeddings; choose another provider`)
      const prompted = texts.map((text) => withPrompt(model, purpose, text))
      const estimate = readOf(tokensOf(prompted))
      let usage = estimate
      const onUsage = ({ tokens = 0 }) => {
        usage = tokens > 0 ? readOf(tokens) : estimate
      }
      const request = { model, texts: prompted, onUsage }
      const ask = () => retryCall((limit) => embed(request, settings, limit), signal, firstWaitMs)
      const whose = { organizationId, asked, fromSystem }
      const call = { kind: 'embedding', ...whose, provider: connector.name, model } as const
      if (purpose === 'question')
        return measureCall({ ...call, estimate: { usage: estimate } }, async (took) => {
          const vectors = await ask()
          took({ usage })
          return vectors
        })
      // A document that was taken in is made searchable, whatever a budget says.
      const vectors = await ask()
      noteModelCall({ ...call, usage })
      return vectors
    },

    isSet: async (organizationId) => findReranker(await settingsOf(organizationId)) !== undefined,

    async score(organizationId, question, texts, signal, asked) {
      const { connector, settings, model, fromSystem } = await rerankAccess(organizationId)
      const { rerank } = connector
      if (!rerank) throw badRequest(`${connector.title} has no rerankers; choose another provider`)
      const estimate = { usage: readOf(tokensOf([question, ...texts])), searches: 1 }
      const call = {
        kind: 'rerank',
        organizationId,
        provider: connector.name,
        model,
        asked,
        estimate,
        fromSystem,
      } as const
      return measureCall(call, async (took) => {
        let counted = estimate
        const onUsage = ({ tokens = 0, searches = 1 }) => {
          counted = { usage: tokens > 0 ? readOf(tokens) : estimate.usage, searches }
        }
        const scores = await rerank({ model, question, texts, onUsage }, settings, signal)
        took(counted)
        return scores
      })
    },
  }
}

/** Reckoned from the letters, for providers that do not count. */
const LETTERS_PER_TOKEN = 4
const readOf = (inputTokens: number) => ({ inputTokens, outputTokens: 0 })

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / LETTERS_PER_TOKEN), 0)
