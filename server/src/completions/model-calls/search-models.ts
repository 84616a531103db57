import { say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import type { Embedder, Reranker } from '../../modules/knowledge/index.ts'
import { findEmbeddings, findReranker } from '../../modules/organizations/index.ts'
import type { MeasureCall, ModelCall } from '../../modules/usage/index.ts'
import { badRequest } from '../../platform/errors.ts'
import { callModel, retryCall } from './call-model.ts'
import {
  accessProvider,
  connectorFor,
  type ProviderAccess,
  type ProviderAccessDeps,
} from './provider-access.ts'

export interface SearchModelDeps extends ProviderAccessDeps {
  /** Records the usage of documents, which no budget limits. */
  noteModelCall(call: ModelCall): void
  measureCall: MeasureCall
  /** Set only in tests. */
  firstWaitMs?: number
}

/** The models for search: embedding models and rerankers. */
export interface SearchModels extends Embedder, Reranker {
  /** Names of the providers that offer such models. */
  providers(): { embeddings: string[]; rerank: string[] }
}

/** Embeds and reranks through the organization's own providers. A model is named `provider/model`. */
export function createSearchModels(deps: SearchModelDeps): SearchModels {
  const namesOf = (can: (connector: Connector) => boolean): string[] =>
    deps.connectors
      .list()
      .flatMap((connector) =>
        connector.provider !== undefined && can(connector) ? [connector.provider] : [],
      )
  return {
    providers: () => ({
      embeddings: namesOf(({ embed }) => embed !== undefined),
      rerank: namesOf(({ rerank }) => rerank !== undefined),
    }),
    ...createEmbedder(deps),
    ...createReranker(deps),
  }
}

const createEmbedder = (deps: SearchModelDeps): Embedder => ({
  async modelOf(organizationId) {
    const choice = findEmbeddings(await deps.settingsOf(organizationId))
    return choice && `${choice.provider}/${choice.model}`
  },

  async embed(organizationId, name, texts, purpose, signal, askedFor) {
    const slash = name.indexOf('/')
    const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)]
    const { connector, settings, fromSystem } = await accessProvider(deps, organizationId, provider)
    const { embed } = connector
    if (!embed) throw badRequest(say('models.no_embeddings', { provider: connector.title }))
    const prompted = texts.map((text) => withPrompt(model, purpose, text))
    const estimate = toUsage(estimateTokens(prompted))
    let usage = estimate
    const onUsage = ({ tokens = 0 }) => {
      usage = tokens > 0 ? toUsage(tokens) : estimate
    }
    const request = { model, texts: prompted, onUsage }
    if (purpose === 'question')
      return callModel(deps.measureCall, {
        kind: 'embedding',
        organizationId,
        choice: { connector, model, fromSystem },
        askedFor,
        estimate: { usage: estimate },
        signal,
        retry: { firstWaitMs: deps.firstWaitMs },
        async work(limit, report) {
          const vectors = await embed(request, settings, limit)
          report({ usage })
          return vectors
        },
      })
    // Uploaded documents are always indexed, whatever the budget.
    const vectors = await retryCall((limit) => embed(request, settings, limit), signal, deps.firstWaitMs)
    deps.noteModelCall({
      kind: 'embedding',
      organizationId,
      provider: connector.name,
      model,
      askedFor,
      fromSystem,
      usage,
    })
    return vectors
  },
})

const createReranker = (deps: SearchModelDeps): Reranker => ({
  isSet: async (organizationId) => findReranker(await deps.settingsOf(organizationId)) !== undefined,

  async score(organizationId, question, texts, signal, askedFor) {
    const { settings, ...choice } = await accessReranker(deps, organizationId)
    const { connector, model } = choice
    const { rerank } = connector
    if (!rerank) throw badRequest(say('models.no_rerankers', { provider: connector.title }))
    const estimate = { usage: toUsage(estimateTokens([question, ...texts])), searches: 1 }
    return callModel(deps.measureCall, {
      kind: 'rerank',
      organizationId,
      choice,
      askedFor,
      estimate,
      signal,
      async work(limit, report) {
        let used = estimate
        const onUsage = ({ tokens = 0, searches = 1 }) => {
          used = { usage: tokens > 0 ? toUsage(tokens) : estimate.usage, searches }
        }
        const scores = await rerank({ model, question, texts, onUsage }, settings, limit)
        report(used)
        return scores
      },
    })
  },
})

async function accessReranker(
  deps: SearchModelDeps,
  organizationId: number,
): Promise<ProviderAccess & { model: string }> {
  const reranker = findReranker(await deps.settingsOf(organizationId))
  if (!reranker) throw badRequest(say('models.no_reranker'))
  if ('provider' in reranker)
    return { ...(await accessProvider(deps, organizationId, reranker.provider)), model: reranker.model }
  const connector = connectorFor(deps.connectors, 'openai')
  const { url, api_key, trusted, model } = reranker
  const base_url = url.replace(/\/+$/, '').replace(/\/rerank$/, '')
  const settings = connector.settings.parse({ base_url, api_key, trusted })
  return { connector, settings, model, fromSystem: false }
}

/** An estimate for providers that report no usage. */
const LETTERS_PER_TOKEN = 4
const toUsage = (inputTokens: number) => ({ inputTokens, outputTokens: 0 })

const estimateTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / LETTERS_PER_TOKEN), 0)

type Purpose = 'passage' | 'question'

/**
 * Models trained with a prefix that states the purpose of a text; without it, search finds less. Taken
 * from their documentation.
 */
const PROMPTS: readonly { model: RegExp; passage: string; question: string }[] = [
  { model: /nomic-embed-text/i, passage: 'search_document: ', question: 'search_query: ' },
  { model: /(^|[/-])e5-(?!.*instruct)/i, passage: 'passage: ', question: 'query: ' },
  {
    model: /mxbai-embed-large|snowflake-arctic-embed(?!2)/i,
    passage: '',
    question: 'Represent this sentence for searching relevant passages: ',
  },
]

export function withPrompt(model: string, purpose: Purpose, text: string): string {
  const prompt = PROMPTS.find((candidate) => candidate.model.test(model))
  return prompt ? prompt[purpose] + text : text
}
