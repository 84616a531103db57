import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callsAndSays, type FakeUpstream, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import {
  type FakeUpstream as FakeService,
  startFakeUpstream as startFakeService,
} from '../../connectors/fake-upstream.contract.ts'

type Message = { role: string; content: string; tool_calls?: unknown }

describe('web service tool, from its settings to the answer', () => {
  let app: TestApp
  let model: FakeUpstream
  let service: FakeService
  let token: string

  beforeAll(async () => {
    model = await startFakeUpstream()
    service = await startFakeService()
    app = await startTestApp({
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      OUTBOUND_ALLOW_TOOLS: new URL(service.url).host,
    })
    token = await app.signIn()
    const host = new URL(service.url).host
    await app.call('PUT', '/tool-secrets/LIBRARY_KEY', token, { value: 'sk-of-the-library', host })
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await service.close()
  })
  beforeEach(() => {
    service.requests.length = 0
    service.answer = (response, _body, request) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ title: 'The Sheep', you_sent: request.headers['authorization'] }))
  })

  const entry = (config: object = {}, more: object = {}) => ({
    type: 'http_request',
    use: 'call',
    config: {
      name: 'find_book',
      description: 'Finds a book by its ISBN.',
      url: `${service.url}/books/{isbn}`,
      headers: [{ name: 'Authorization', value: 'Bearer {secret:LIBRARY_KEY}' }],
      parameters: { properties: { isbn: { type: 'string', minLength: 3 } }, required: ['isbn'] },
      ...config,
    },
    ...more,
  })
  const calls = (argument: object) => model.answer(callsAndSays('find_book', argument))
  const ask = (assistant: number) =>
    app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${assistant}`,
      messages: [{ role: 'user', content: 'Which book is 978?' }],
    })
  const lastResult = () =>
    (model.seen.at(-1)?.body['messages'] as Message[] | undefined)
      ?.find(({ role }) => role === 'tool')
      ?.content.replace(/^<(data-\w+) from="find_book">\n([\s\S]*)\n<\/\1>\n.*$/, '$2')

  it('offers its parameters to the model, which calls it and never sees the secret', async () => {
    const id = await app.makeAssistant(token, {
      metadata: { connector: 'openai', llm: 'm', tools: [entry()] },
    })
    calls({ isbn: '978' })
    const answer = await ask(id)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(model.seen.at(-2)?.body['tools']).toMatchObject([
      {
        function: {
          name: 'find_book',
          description: 'Finds a book by its ISBN.',
          parameters: {
            type: 'object',
            properties: { isbn: { type: 'string', minLength: 3 } },
            required: ['isbn'],
            additionalProperties: false,
          },
        },
      },
    ])
    expect(service.requests).toMatchObject([
      { url: '/books/978', headers: { authorization: 'Bearer sk-of-the-library' } },
    ])
    expect(lastResult()).toBe('{"title":"The Sheep","you_sent":"Bearer [redacted]"}')
    expect(JSON.stringify(answer.body)).not.toContain('sk-of-the-library')
    expect(answer.body.sources).toMatchObject([
      { source: { name: 'find_book', url: `${service.url}/books/978` } },
    ])
  })

  it('reports all invalid arguments to the model together', async () => {
    const id = await app.makeAssistant(token, {
      metadata: { connector: 'openai', llm: 'm', tools: [entry()] },
    })
    calls({ isbn: 'x', publisher: 1 })
    await ask(id)
    expect(lastResult()).toContain('unknown parameter \\"publisher\\"; isbn must have at least 3 characters')
    expect(service.requests).toEqual([])
  })

  it('fills its placeholder if it is injected', async () => {
    const config = {
      url: `${service.url}/search?q={question}`,
      parameters: { properties: { question: { type: 'string' } } },
      response_path: 'title',
    }
    const id = await app.makeAssistant(token, {
      prompt_template: 'Known: {books}\n{user_input}',
      metadata: {
        prompt_processor: 'multi_augment',
        llm: 'debug-bypass',
        tools: [entry(config, { use: 'inject', placeholder: 'books' })],
      },
    })
    const answer = await ask(id)
    expect(answer.body.choices[0].message.content).toMatch(/Known: [\\n]+<data-.*?>[\\n]+The Sheep/)
    expect(service.requests[0]?.url).toBe('/search?q=Which%20book%20is%20978%3F')
  })

  it('refuses invalid settings on save, with a helpful message', async () => {
    const saved = await app.call('POST', '/assistants', token, {
      name: 'wrong',
      metadata: {
        prompt_processor: 'multi_augment',
        connector: 'bypass',
        llm: 'simple-bypass',
        rag_processor: 'no_rag',
        tools: [entry({ url: 'https://{isbn}.example.org/' })],
      },
    })
    expect(saved.status).toBe(400)
    expect(JSON.stringify(saved.body)).toContain('tools/0/config/url: Parameters can’t be in the host')
  })

  it('never inserts another tool’s output into its URL', async () => {
    service.answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x&admin=1')
    const first = entry(
      { url: `${service.url}/first`, parameters: {} },
      { use: 'inject', placeholder: 'found' },
    )
    const second = (parameters: object) =>
      entry({ url: `${service.url}/second?q={found}`, parameters }, { use: 'inject', placeholder: 'b' })
    const metadata = {
      prompt_processor: 'multi_augment',
      connector: 'bypass',
      llm: 'debug-bypass',
      rag_processor: 'no_rag',
    }
    const body = { name: 'chain', metadata: { ...metadata, tools: [first, second({})] } }
    const refused = await app.call('POST', '/assistants', token, body)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Add {found}')
    const property = { type: 'string', default: 'mine' }
    const id = await app.makeAssistant(token, {
      prompt_template: '{found}{b}{user_input}',
      metadata: { ...metadata, tools: [first, second({ properties: { found: property } })] },
    })
    await ask(id)
    expect(service.requests.map(({ url }) => url).sort()).toEqual(['/first', '/second?q=mine'])
  })
})
