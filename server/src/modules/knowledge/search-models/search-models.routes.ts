import {
  type Message,
  type SearchModelsChange,
  say,
  searchModelsChangeSchema,
  searchModelsSchema,
  searchModelTestedSchema,
  searchModelTestSchema,
  toMessageBody,
} from '@bellwether/wire'
import { badRequest, isAppError, messageOf } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { withinTime } from '../../../platform/time-limit.ts'
import {
  defaultSetup,
  findEmbeddings,
  findReranker,
  findTranscription,
  type OrganizationService,
  type OrganizationSettings,
  settingsEndpoint,
  toSlug,
} from '../../organizations/index.ts'
import type { Knowledge } from '../knowledge.ts'
import type { Transcriber } from '../recordings/transcriber.ts'
import type { Embedder, Reranker } from '../retrieval/vectors/embedder.ts'
import { createTestRecording } from './test-recording.ts'

interface SearchModels extends Pick<Embedder, 'embed'>, Pick<Reranker, 'score'> {
  providers(): { embeddings: string[]; rerank: string[] }
}
export interface KnowledgeModels {
  searchModels: SearchModels
  transcriber: Pick<Transcriber, 'transcribe'> & { providers(): string[] }
}

interface Tested {
  said: Message
  dimension?: number
}

interface Deps extends KnowledgeModels {
  organizations: OrganizationService
  knowledge: Pick<Knowledge, 'embeddingsChanged'>
}

const path = '/organizations/{slug}/search-models'
const TEST_MS = 20_000

/** The models that search the organization's knowledge bases, in addition to full-text search, which needs none. */
export const createSearchModelRoutes = ({ organizations, knowledge, ...models }: Deps): Endpoint[] => [
  endpoint({
    ...settingsEndpoint,
    method: 'GET',
    path,
    summary: 'Get the search models',
    description: 'The embedding, reranking and transcription models, without keys.',
    answer: searchModelsSchema,
    handle: async ({ caller, params }) => {
      const settings = await organizations.toSettings(
        await organizations.getFor(caller, 'edit', toSlug(params.slug)),
      )
      return toShown(settings, models)
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'PATCH',
    path,
    summary: 'Change the search models',
    description:
      'Documents are embedded again in the background. `null` removes a model, omitted ones are kept.',
    body: searchModelsChangeSchema,
    answer: searchModelsSchema,
    handle: async ({ caller, params, body }) => {
      requireKnown(body, models)
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const saved = await organizations.changeConfig(caller, row, (current) => {
        const setup = defaultSetup(current)
        const knowledge_base = { ...setup.knowledge_base, ...toStored(body) }
        return { ...current, setups: { ...current.setups, default: { ...setup, knowledge_base } } }
      })
      knowledge.embeddingsChanged(row.id)
      return toShown(await organizations.toSettings(saved), models)
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'POST',
    path: `${path}/test`,
    summary: 'Test a search model',
    description: 'Whether the model responds, and its error if it doesn’t.',
    body: searchModelTestSchema,
    answer: searchModelTestedSchema,
    handle: async ({ caller, params, body, exchange }) => {
      const settings = await organizations.toSettings(
        await organizations.getFor(caller, 'edit', toSlug(params.slug)),
      )
      const signal = withinTime(exchange.signal, TEST_MS)
      return timed(exchange.signal, () => TESTS[body.model](models, settings, signal))
    },
  }),
]

const providersOf = ({ searchModels, transcriber }: KnowledgeModels) => ({
  ...searchModels.providers(),
  transcription: transcriber.providers(),
})

function requireKnown(
  { embeddings, rerank, transcription }: SearchModelsChange,
  models: KnowledgeModels,
): void {
  const providers = providersOf(models)
  for (const [purpose, provider] of [
    ['embeddings', embeddings?.provider],
    ['rerank', rerank?.provider],
    ['transcription', transcription?.provider],
  ] as const) {
    if (provider !== undefined && !providers[purpose].includes(provider))
      throw badRequest(
        say('org_settings.search_provider', { name: provider, providers: providers[purpose].join(', ') }),
      )
  }
}

function toStored({ embeddings, rerank, transcription }: SearchModelsChange): Record<string, unknown> {
  const models = {
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(transcription === undefined ? {} : { transcription }),
  }
  if (!rerank) return { ...models, ...(rerank === null ? { rerank } : {}) }
  const { provider, url, model, api_key: key } = rerank
  return {
    ...models,
    // An omitted key is kept as long as the URL stays the same.
    rerank: {
      ...(provider ? { provider } : { url }),
      model,
      ...(key === null ? { api_key: '' } : key ? { api_key: key } : {}),
    },
  }
}

function toShown(settings: OrganizationSettings, models: KnowledgeModels) {
  const reranker = findReranker(settings)
  const toRerank = () => {
    if (!reranker) return null
    if ('provider' in reranker) return { ...reranker, api_key_set: false }
    const { url, model, api_key } = reranker
    return { url, model, api_key_set: api_key !== undefined }
  }
  return {
    embeddings: findEmbeddings(settings) ?? null,
    rerank: toRerank(),
    transcription: findTranscription(settings) ?? null,
    providers: providersOf(models),
  }
}

async function testEmbeddings(
  { searchModels }: KnowledgeModels,
  settings: OrganizationSettings,
  signal: AbortSignal,
) {
  const choice = findEmbeddings(settings)
  if (!choice) throw badRequest(say('org_settings.embeddings_required'))
  const name = `${choice.provider}/${choice.model}`
  const [vector] = await searchModels.embed(settings.id, name, ['A short text.'], 'passage', signal)
  return { said: say('org_settings.model_works'), dimension: vector?.length ?? 0 }
}

async function testReranker(
  { searchModels }: KnowledgeModels,
  settings: OrganizationSettings,
  signal: AbortSignal,
) {
  if (!findReranker(settings)) throw badRequest(say('org_settings.reranker_required'))
  const texts = ['The capital of France is Paris.', 'Whales are mammals.']
  const scores = await searchModels.score(settings.id, 'What is the capital of France?', texts, signal)
  const isRight = (scores[0] ?? 0) > (scores[1] ?? 0)
  return { said: isRight ? say('org_settings.reranker_works') : say('org_settings.reranker_wrong') }
}

async function testTranscription(
  { transcriber }: KnowledgeModels,
  settings: OrganizationSettings,
  signal: AbortSignal,
) {
  const choice = findTranscription(settings)
  if (!choice) throw badRequest(say('org_settings.transcription_required'))
  const name = `${choice.provider}/${choice.model}`
  await transcriber.transcribe(settings.id, name, createTestRecording(), signal)
  return { said: say('org_settings.model_works') }
}

const TESTS = {
  embeddings: testEmbeddings,
  rerank: testReranker,
  transcription: testTranscription,
} satisfies Record<string, (...test: Parameters<typeof testReranker>) => Promise<Tested>>

async function timed(client: AbortSignal, test: () => Promise<Tested>) {
  const startedAt = performance.now()
  const milliseconds = () => Math.round(performance.now() - startedAt)
  try {
    const { said, ...more } = await test()
    return { success: true, ...toMessageBody(said), ...more, milliseconds: milliseconds() }
  } catch (error) {
    client.throwIfAborted()
    if (isAppError(error))
      return { success: false, ...toMessageBody(messageOf(error)), milliseconds: milliseconds() }
    if (error instanceof Error && error.name === 'TimeoutError')
      return {
        success: false,
        ...toMessageBody(say('org_settings.no_response', { seconds: TEST_MS / 1000 })),
        milliseconds: milliseconds(),
      }
    throw error
  }
}
