import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { createOllamaConnector } from '../../connectors/ollama/ollama.connector.ts'
import { createOpenAiConnector } from '../../connectors/openai/openai.connector.ts'
import { createConnectorRegistry } from '../../connectors/registry.ts'
import { type MeasureCall, unmeasured } from '../../modules/usage/index.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import { createSearchModels, withPrompt } from './search-models.ts'

interface Asked {
  path: string
  key: string | undefined
  body: { model: string; input: string[]; documents: string[]; query: string }
}
type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** Starts a provider of embeddings and reranking with scripted answers. */
async function startProvider() {
  const asked: Asked[] = []
  let answer: (one: Asked) => Answer = wellBehaved
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        key: request.headers.authorization,
        body: JSON.parse(text || '{}'),
      }
      asked.push(one)
      const { status, body, headers } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next: (one: Asked) => Answer) {
      answer = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const vectorOf = (text: string) => [text.length, /tide|moon/i.test(text) ? 50 : 0, 1]

function wellBehaved({ path, body }: Asked): Answer {
  if (path.endsWith('/api/embed')) return { status: 200, body: { embeddings: body.input.map(vectorOf) } }
  if (path.endsWith('/embeddings')) {
    const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }))
    return { status: 200, body: { data: data.reverse(), usage: { prompt_tokens: 1 } } }
  }
  const results = body.documents.map((text, index) => ({
    index,
    relevance_score: /Paris|best/.test(text) ? 0.9 : 0.1,
  }))
  return { status: 200, body: { results: results.reverse() } }
}

describe('embedding and reranking with a provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  const outbound = createOutbound({
    allow: { providers: ['127.0.0.1/32'] },
    onRefused: () => undefined,
    firstByteMs: 2000,
    idleMs: 2000,
  })
  const { signal } = new AbortController()
  beforeAll(async () => {
    provider = await startProvider()
  })
  beforeEach(() => {
    provider.asked.length = 0
    provider.answer(wellBehaved)
  })
  afterAll(async () => {
    await provider.stop()
    await outbound.close()
  })

  const models = (knowledge_base: Record<string, unknown> = {}, calls?: unknown[]) =>
    createSearchModels({
      noteModelCall: (call) => void calls?.push(call),
      measureCall: calls ? measuring(calls) : unmeasured,
      config: {} as never,
      connectors: createConnectorRegistry([
        createOpenAiConnector({ outbound }),
        createOllamaConnector({ outbound }),
      ]),
      firstWaitMs: 5,
      settingsOf: async (id) => ({
        id,
        slug: 'north',
        name: 'North',
        isSystem: false,
        status: 'active',
        config: {
          setups: {
            default: {
              providers: {
                openai: { base_url: `${provider.url}/v1`, api_key: 'sk-one' },
                ollama: { base_url: provider.url },
              },
              knowledge_base,
            },
          },
        },
      }),
    })
  const measuring =
    (calls: unknown[]): MeasureCall =>
    ({ estimate: _estimate, ...call }, work) =>
      work((took) => void calls.push({ ...call, ...took }))
  const embed = (name: string, texts: string[]) => models().embed(1, name, texts, 'passage', signal)
  const numbers = (vectors: Float32Array[]) => vectors.map((vector) => [...vector])

  it.each(['openai/text-embedding-3-small', 'ollama/all-minilm'])('%s', async (name) => {
    expect(numbers(await embed(name, ['one', 'three', 'tide']))).toEqual([
      [3, 0, 1],
      [5, 0, 1],
      [4, 50, 1],
    ])
    expect(provider.asked).toHaveLength(1)
    expect(provider.asked[0]?.body.model).toBe(name.slice(7))
  })

  it('reports the usage of a call as the provider counts it, or by length, and none for a failed call', async () => {
    const calls: unknown[] = []
    const observed = models({ rerank: { provider: 'openai', model: 'r' } }, calls)
    const asked = { assistantId: 5, ownerId: 7, userId: 8, endUser: null, tool: 'simple_rag' }
    const texts = ['one', 'three words']
    const read = (inputTokens: number) => ({ inputTokens, outputTokens: 0 })
    await observed.embed(1, 'openai/m', texts, 'passage', signal)
    await observed.embed(1, 'ollama/m', texts, 'question', signal, asked)
    await observed.score(1, 'What is it?', texts, signal, asked)
    const data = [{ embedding: [1, 2] }]
    provider.answer(({ path }) => ({
      status: 200,
      body: path.endsWith('/rerank')
        ? { results: [{ index: 0, relevance_score: 1 }], meta: { billed_units: { search_units: 3 } } }
        : { data, usage: { prompt_tokens: 77 } },
    }))
    await observed.embed(1, 'openai/m', ['x'], 'question', signal, asked)
    await observed.score(1, 'q', ['x'], signal, asked)
    const of = (kind: string, provider: string, model = 'm') => ({
      fromSystem: false,
      kind,
      organizationId: 1,
      provider,
      model,
    })
    expect(calls).toEqual([
      { ...of('embedding', 'openai'), usage: read(1) },
      { ...of('embedding', 'ollama'), askedFor: asked, usage: read(4) },
      { ...of('rerank', 'openai', 'r'), askedFor: asked, usage: read(7), searches: 1 },
      { ...of('embedding', 'openai'), askedFor: asked, usage: read(77) },
      { ...of('rerank', 'openai', 'r'), askedFor: asked, usage: read(2), searches: 3 },
    ])
    provider.answer(() => ({ status: 400, body: {} }))
    await expect(observed.embed(1, 'openai/m', ['x'], 'passage', signal)).rejects.toThrow()
    await expect(observed.score(1, 'q', ['x'], signal)).rejects.toThrow()
    expect(calls).toHaveLength(5)
  })

  it('adds the prefix that a model expects for the purpose of a text', () => {
    expect(withPrompt('nomic-embed-text:latest', 'question', 'x')).toBe('search_query: x')
    expect(withPrompt('intfloat/multilingual-e5-large', 'passage', 'x')).toBe('passage: x')
    expect(withPrompt('text-embedding-3-large', 'question', 'x')).toBe('x')
  })

  it('retries temporary failures and waits as long as the provider says', async () => {
    let turn = 0
    provider.answer((one) => {
      turn++
      if (turn === 1) return { status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '0' } }
      return turn === 2 ? { status: 503, body: {} } : wellBehaved(one)
    })
    await embed('openai/m', ['x'])
    expect(provider.asked).toHaveLength(3)
    provider.answer(() => ({ status: 500, body: { error: { message: 'broken' } } }))
    await expect(embed('openai/m', ['x'])).rejects.toThrow(/broken/)
    expect(provider.asked).toHaveLength(6)
    provider.answer(() => ({ status: 429, body: {}, headers: { 'retry-after': '3600' } }))
    await expect(embed('openai/m', ['x'])).rejects.toMatchObject({ details: { retryAfter: 3600 } })
    expect(provider.asked).toHaveLength(7)
  })

  it.each([
    ['too few vectors', { data: [{ index: 0, embedding: [1, 2] }] }],
    ['different dimensions', { data: [{ embedding: [1, 2] }, { embedding: [1] }] }],
    ['values that are not numbers', { data: [{ embedding: [1, 'x'] }, { embedding: [1, 2] }] }],
    ['nothing', { data: [{ embedding: [] }, { embedding: [] }] }],
    ['an index far out of range', { data: [{ embedding: [1] }, { index: 2_000_000_000, embedding: [1] }] }],
    [
      'an index out of range',
      {
        data: [
          { index: -1, embedding: [1] },
          { index: 0.5, embedding: [1] },
        ],
      },
    ],
    ['another shape', { hello: 1 }],
  ])('refuses an answer with %s', async (_name, body) => {
    provider.answer(() => ({ status: 200, body }))
    await expect(embed('openai/m', ['one', 'two'])).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it('hides the key if the provider repeats it', async () => {
    provider.answer(() => ({ status: 401, body: { error: { message: 'Incorrect API key: sk-one' } } }))
    const failure = await embed('openai/m', ['x']).catch((error: unknown) => String(error))
    expect(failure).toContain('rejected the API key')
    expect(failure).not.toContain('sk-one')
    expect(provider.asked).toHaveLength(1)
  })

  it('reranks with a provider or with a separate URL, each with its own key', async () => {
    const texts = ['Whales', 'Paris is the best']
    const atProvider = models({ rerank: { provider: 'openai', model: 'r' } })
    expect(await atProvider.score(1, 'q', texts, signal)).toEqual([0.1, 0.9])
    const own = models({ rerank: { url: `${provider.url}/v2/rerank`, model: 'r', api_key: 'own-key' } })
    expect(await own.score(1, 'q', texts, signal)).toEqual([0.1, 0.9])
    expect(provider.asked.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/rerank', 'Bearer sk-one'],
      ['/v2/rerank', 'Bearer own-key'],
    ])
    provider.answer(() => ({ status: 200, body: { results: [{ index: 1, relevance_score: 0.4 }] } }))
    expect(await own.score(1, 'q', texts, signal)).toEqual([0, 0.4])
    provider.answer(() => ({ status: 200, body: { results: [{ index: 7, relevance_score: 0.4 }] } }))
    await expect(own.score(1, 'q', texts, signal)).rejects.toMatchObject({ code: 'provider_failed' })
  })
})

onEachDatabase('search models in the app ($name)', ({ env }) => {
  const AT = '/organizations/current/search-models'
  let app: TestApp
  let provider: Awaited<ReturnType<typeof startProvider>>
  let token: string
  beforeAll(async () => {
    provider = await startProvider()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: 'sk-env',
    })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await provider.stop()
  })

  it('can be chosen, tested and used', async () => {
    expect((await app.call('GET', AT, token)).body).toEqual({
      embeddings: null,
      rerank: null,
      transcription: null,
      providers: { embeddings: ['openai', 'ollama'], rerank: ['openai'], transcription: ['openai'] },
    })
    const none = await app.call('POST', `${AT}/test`, token, { model: 'embeddings' })
    expect(none.body).toMatchObject({
      success: false,
      message: 'No embedding model selected',
      message_code: 'org_settings.embeddings_required',
    })
    for (const wrong of [
      { embeddings: { provider: 'anthropic', model: 'm' } },
      { embeddings: { provider: 'openai', model: ' ' } },
      { rerank: { model: 'm' } },
      { rerank: { model: 'm', provider: 'openai', url: 'https://r.example' } },
    ])
      expect((await app.call('PATCH', AT, token, wrong)).status).toBeGreaterThanOrEqual(400)
    const saved = await app.call('PATCH', AT, token, {
      embeddings: { provider: 'openai', model: 'e1' },
      rerank: { url: provider.url, model: 'r1', api_key: 'secret-key-of-rerank' },
    })
    expect(saved.body).toMatchObject({
      embeddings: { provider: 'openai', model: 'e1' },
      rerank: { url: provider.url, model: 'r1', api_key_set: true },
    })
    const tested = await app.call('POST', `${AT}/test`, token, { model: 'embeddings' })
    expect(tested.body).toMatchObject({ success: true, dimension: 3 })
    expect((await app.call('POST', `${AT}/test`, token, { model: 'rerank' })).body).toMatchObject({
      success: true,
      message: 'The reranker responds',
    })
    // Missing fields keep their values, including the key; null removes it.
    const same = await app.call('PATCH', AT, token, { rerank: { url: provider.url, model: 'r2' } })
    expect(same.body).toMatchObject({
      embeddings: { model: 'e1' },
      rerank: { model: 'r2', api_key_set: true },
    })
    const moved = await app.call('PATCH', AT, token, { rerank: { url: 'https://r.example', model: 'r2' } })
    expect(moved.body.rerank.api_key_set).toBe(false)
    expect((await app.call('PATCH', AT, token, { rerank: null })).body).toMatchObject({
      embeddings: { model: 'e1' },
      rerank: null,
    })
    const all = await app.call('GET', '/creator/admin/organizations', token)
    expect(JSON.stringify([saved.body, all.body])).not.toContain('secret-key-of-rerank')
  })

  it('embed uploaded documents', async () => {
    const base = (await app.call('POST', '/knowledge-bases', token, { name: 'course' })).body.id
    const form = new FormData()
    form.append('files', new File(['The moon pulls at the sea.'], 'sea.txt'))
    await app.call('POST', `/knowledge-bases/${base}/files`, token, form)
    await vi.waitFor(
      async () => {
        const { body } = await app.call('GET', `/knowledge-bases/${base}`, token)
        expect(body.embedding).toEqual({ model: 'openai/e1', done: 1, total: 1, error: null })
      },
      { timeout: 30_000 },
    )
    const answer = await app.call('POST', `/knowledge-bases/${base}/query`, token, {
      question: 'moon and sea',
    })
    expect(answer.body).toMatchObject({ vectors: 'used', passages: [{ filename: 'sea.txt' }] })
    expect(provider.asked.some(({ body }) => body.input?.includes('moon and sea'))).toBe(true)
  })
})
