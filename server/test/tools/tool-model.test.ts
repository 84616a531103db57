import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callsAndSays, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const MODELS = ['gpt-4o', 'gpt-4o-mini', 'gpt-nano', 'gpt-tools']
const NONE = { provider: '', model: '' }

/** Tests which model is called: the assistant's, the organization's fast one, or the one for tool calls. */
describe('models for tool calls and small tasks', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'sk-test' })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const settle = (openai: object, more: object = {}) =>
    app.call('PUT', '/creator/admin/org-admin/settings/api', token, {
      providers: {
        openai: { models: MODELS, default_model: 'gpt-4o', fast_model: '', tool_use_model: '', ...openai },
      },
      small_fast_model: NONE,
      ...more,
    })
  beforeEach(async () => {
    upstream.seen.length = 0
    upstream.answer(says('Hello'))
    await settle({})
  })

  const make = (more: object = {}) =>
    app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'gpt-4o', ...more } })
  const ask = (id: number, content = 'Hello') =>
    app.call('POST', `/completions?assistant_id=${id}`, token, { messages: [{ role: 'user', content }] })
  const asked = () => upstream.seen.map(({ body }) => body['model'])
  const title = '### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.'

  it('uses the fast model of a provider for assistants of that provider', async () => {
    await settle(
      { fast_model: 'gpt-nano' },
      { small_fast_model: { provider: 'openai', model: 'gpt-4o-mini' } },
    )
    await ask(await make(), title)
    expect(asked()).toEqual(['gpt-nano'])
    await settle({}, { small_fast_model: { provider: 'openai', model: 'gpt-4o-mini' } })
    await ask(await make(), title)
    expect(asked().at(-1)).toBe('gpt-4o-mini')
  })

  it('reports a fast model that the organization does not list instead of silently replacing it', async () => {
    const { body } = await settle({ fast_model: 'gone', tool_use_model: 'lost' })
    expect(body.warnings).toEqual([expect.stringContaining('gone'), expect.stringContaining('lost')])
    const { headers } = await ask(await make(), title)
    expect(asked()).toEqual(['gpt-4o'])
    const { body: trace } = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)
    expect(trace.notes).toEqual([expect.stringMatching(/“gone”.*gpt-4o/)])
  })

  it('tool_use_model chooses the tools, and the assistant’s own model answers', async () => {
    await settle({ tool_use_model: 'gpt-tools' })
    upstream.answer(callsAndSays('get_weather', { city: '' }))
    const { status, body } = await ask(await make({ tools: ['weather'] }))
    expect([status, body.choices[0].message.content]).toEqual([200, 'Done.'])
    expect(asked()).toEqual(['gpt-tools', 'gpt-tools', 'gpt-4o'])
    expect(upstream.seen.at(-1)?.body['tools']).toBeUndefined()
  })

  it('tool_use_model also answers for an assistant without its own model', async () => {
    await settle({ tool_use_model: 'gpt-tools' })
    await ask(await make({ tools: ['weather'], llm: '' }))
    expect(asked()).toEqual(['gpt-tools'])
  })

  it.each([
    ['fast', 'gpt-nano'],
    ['gpt-4o-mini', 'gpt-4o-mini'],
  ])('an assistant can set the model that chooses its tools: %s', async (tool_model, expected) => {
    await settle({ fast_model: 'gpt-nano', tool_use_model: 'gpt-tools' })
    const { headers } = await ask(await make({ tools: ['weather'], tool_model }))
    expect(asked()).toEqual([expected, 'gpt-4o'])
    const { body } = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)
    const models = body.steps.flatMap(({ model }: { model?: string }) => model ?? [])
    expect(models).toEqual([expected, 'gpt-4o'])
  })

  it('calls the model for tool calls only if there are tools to call', async () => {
    await settle({ tool_use_model: 'gpt-tools' })
    await ask(await make())
    expect(asked()).toEqual(['gpt-4o'])
  })

  it('refuses a model name on save only if it is not a text, and warns about an unknown one', async () => {
    const save = (tool_model: unknown) =>
      app.call('POST', '/assistants', token, {
        name: `m ${Math.random()}`,
        metadata: { connector: 'openai', llm: 'gpt-4o', tools: ['weather'], tool_model },
      })
    expect((await save(7)).status).toBe(400)
    expect((await save('gone')).body.warnings).toContainEqual(
      expect.objectContaining({ code: 'unknown_model', path: '/metadata/tool_model' }),
    )
  })
})
