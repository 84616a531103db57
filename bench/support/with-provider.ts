import { type OverHttp, openOverHttp } from './over-http.ts'
import { measureRanking, type WholeCollection } from './whole-documents.ts'

/** Models of an operator, each `provider/model`; a reranker may also be `https://…/v1 model`. */
export interface ProviderModels {
  embeddings?: string | undefined
  rerank?: string | undefined
}

export interface MeasuredSearch {
  search: 'words' | 'words + embeddings' | 'words + reranker' | 'words + embeddings + reranker'
  ndcg: number
  recall: number
  p50: number
  p95: number
}

const MODELS = '/organizations/current/search-models'

/** The same questions to the built-in search, and then with the models of a provider, through the API of a server. */
export async function measureWithProvider(
  { corpus, queries }: WholeCollection,
  { embeddings, rerank }: ProviderModels,
  env: Record<string, string>,
): Promise<MeasuredSearch[]> {
  const server = await openOverHttp(corpus, env)
  const measured: MeasuredSearch[] = []
  const measure = async (search: MeasuredSearch['search']) => {
    const { ndcg, recall, p50, p95 } = await measureRanking(queries, server.ask)
    measured.push({ search, ndcg, recall, p50, p95 })
  }
  try {
    await measure('words')
    if (embeddings) {
      await choose(server, 'embeddings', toProvider(embeddings))
      await allEmbedded(server)
      await measure('words + embeddings')
    }
    if (rerank) {
      await choose(server, 'rerank', toReranker(rerank))
      await measure(embeddings ? 'words + embeddings + reranker' : 'words + reranker')
    }
    return measured
  } finally {
    await server.stop()
  }
}

/** A model that does not respond would be measured as the search without it. */
async function choose(server: OverHttp, model: keyof ProviderModels, chosen: object): Promise<void> {
  await server.call('PATCH', MODELS, { [model]: chosen })
  const tested = await server.call('POST', `${MODELS}/test`, { model })
  if (!tested.success) throw new Error(`${model}: ${tested.message}`)
}

function toProvider(name: string): { provider: string; model: string } {
  const slash = name.indexOf('/')
  if (slash < 1) throw new Error(`“${name}” must be provider/model, such as openai/text-embedding-3-small`)
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}

/** The key of a server of its own comes from the environment: a command line is seen by others. */
function toReranker(name: string): object {
  const [url = '', model = ''] = name.split(' ')
  if (!/^https?:/.test(url)) return toProvider(name)
  const key = process.env['RERANK_API_KEY']
  return { url, model, ...(key ? { api_key: key } : {}) }
}

const LOOK_MS = 500

async function allEmbedded({ call, base }: OverHttp): Promise<void> {
  for (;;) {
    const { embedding } = await call('GET', base)
    if (embedding?.error) throw new Error(`embeddings: ${embedding.error}`)
    if (embedding && embedding.done >= embedding.total) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Settings of providers, as an operator has them in the environment. */
export const providerSettings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^(?:OPENAI|OLLAMA|OUTBOUND)_/.test(name) && value ? [[name, value]] : [],
    ),
  )
