import { setTimeout as wait } from 'node:timers/promises'
import type { Connector } from '../connectors/connector.ts'
import type { ConnectorRegistry } from '../connectors/registry.ts'
import type { Embedder, Reranker } from '../modules/knowledge/index.ts'
import {
  findEmbeddings,
  findProvider,
  findReranker,
  type OrganizationSettings,
} from '../modules/organizations/index.ts'
import type { Config } from '../platform/config.ts'
import { badRequest, isAppError } from '../platform/errors.ts'
import { withPrompt } from './embedding-prompts.ts'

export interface EmbedTextsDeps {
  config: Config
  connectors: ConnectorRegistry
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Told of every call that succeeded. Must not fail. */
  onUsage?(usage: EmbeddingUsage): void
  /** For tests, which do not want to wait. */
  firstWaitMs?: number
}

/** What one call of a model of embeddings took. */
export interface EmbeddingUsage {
  organizationId: number
  provider: string
  model: string
  /** Reckoned from the letters: what a provider counts does not come this far. */
  tokens: number
}

/** What makes something searchable by meaning, and what puts it in a better order. */
export interface SearchModels extends Embedder, Reranker {
  /** Names of the providers that have such models. */
  providers(): { embeddings: string[]; rerank: string[] }
}

const CALL_MS = 60_000
const RETRIES = 2
const FIRST_WAIT_MS = 1000
/** Asked to wait for longer than this, the call fails: whoever made it knows better what to do meanwhile. */
const LONGEST_WAIT_MS = 20_000

/** Embeds and reranks through the organization's own providers. A model is named `provider/model`. */
export function createSearchModels(deps: EmbedTextsDeps): SearchModels {
  const { config, connectors, settingsOf, onUsage, firstWaitMs = FIRST_WAIT_MS } = deps

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
    return { connector, settings: connector.settings.parse(found) }
  }

  async function rerankAccess(organizationId: number) {
    const chosen = findReranker(await settingsOf(organizationId))
    if (!chosen) throw badRequest('The organization has no reranker')
    if ('provider' in chosen)
      return { ...(await access(organizationId, chosen.provider)), model: chosen.model }
    const connector = connectorFor('openai')
    const { url, api_key, trusted, model } = chosen
    const base_url = url.replace(/\/+$/, '').replace(/\/rerank$/, '')
    return { connector, settings: connector.settings.parse({ base_url, api_key, trusted }), model }
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

    async embed(organizationId, name, texts, purpose, signal) {
      const slash = name.indexOf('/')
      const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)]
      const { connector, settings } = await access(organizationId, provider)
      const { embed } = connector
      if (!embed) throw badRequest(`${connector.title} has no models of embeddings; choose another provider`)
      const request = { model, texts: texts.map((text) => withPrompt(model, purpose, text)) }
      const vectors = await retrying((limit) => embed(request, settings, limit), signal, firstWaitMs)
      onUsage?.({ organizationId, provider, model, tokens: tokensOf(request.texts) })
      return vectors
    },

    isSet: async (organizationId) => findReranker(await settingsOf(organizationId)) !== undefined,

    async score(organizationId, question, texts, signal) {
      const { connector, settings, model } = await rerankAccess(organizationId)
      if (!connector.rerank) throw badRequest(`${connector.title} has no rerankers; choose another provider`)
      return connector.rerank({ model, question, texts }, settings, signal)
    },
  }
}

const LETTERS_PER_TOKEN = 4

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / LETTERS_PER_TOKEN), 0)

/** Tries again what may succeed then, after a while that doubles, or as long as the provider says. */
async function retrying<T>(
  call: (limit: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  firstWaitMs: number,
): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await call(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]))
    } catch (error) {
      signal.throwIfAborted()
      const { retryable, retryAfter } = isAppError(error) ? error.details : {}
      const pause = retryAfter === undefined ? firstWaitMs * 2 ** turn : retryAfter * 1000
      if (!retryable || turn >= RETRIES || pause > LONGEST_WAIT_MS) throw error
      await wait(pause, undefined, { signal })
    }
  }
}
