import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

describe('model of an assistant', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string

  beforeAll(async () => {
    upstream = await startFakeUpstream(says('ok'))
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      OPENAI_MODELS: 'gpt-4o,gpt-4o-mini',
      OPENAI_MODEL: 'gpt-4o',
    })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const create = async (metadata: object, prompt_template = '{user_input}') =>
    (await app.call('POST', '/assistants', token, { name: `a ${Math.random()}`, prompt_template, metadata }))
      .body
  const ask = (id: number) =>
    app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages: [{ role: 'user', content: 'hi' }],
    })

  it('falls back to the default connector on create and update', async () => {
    const made = await create({ llm: 'gpt-4o-mini' })
    expect(JSON.parse(made.metadata)).toMatchObject({ connector: 'openai', llm: 'gpt-4o-mini' })
    await ask(made.id)
    expect(upstream.seen.at(-1)?.body['model']).toBe('gpt-4o-mini')
    const saved = await app.call('PUT', `/assistants/${made.id}`, token, { metadata: { llm: 'gpt-4o' } })
    expect(saved.status).toBe(200)
    expect(JSON.parse(saved.body.metadata)).toMatchObject({ connector: 'openai', llm: 'gpt-4o' })
  })

  it('warns about a provider that is not connected', async () => {
    const made = await create({ connector: 'anthropic', llm: 'claude' })
    expect(made.warnings).toMatchObject([{ code: 'no_provider', path: '/metadata/connector' }])
  })

  it('warns about tools on call and pictures with a model that can’t, and says nothing where it is unknown', async () => {
    const settings = '/creator/admin/org-admin/settings/api'
    const mark = (model_marks: object) =>
      app.call('PUT', settings, token, { providers: { openai: { model_marks } } })
    const tools = [{ type: 'weather', use: 'call', config: {} }]
    const metadata = {
      connector: 'openai',
      llm: 'gpt-4o-mini',
      assistant_type: 'multi_tool',
      prompt_processor: 'multi_augment',
      capabilities: { vision: true },
      tools,
    }
    const codes = async (over: object = {}) =>
      ((await create({ ...metadata, ...over })).warnings ?? []).map(({ code }: { code: string }) => code)
    expect(await codes()).not.toContain('model_without_tools')
    expect((await mark({ 'gpt-4o-mini': { tools: false, pictures: false } })).status).toBe(200)
    expect(await codes()).toEqual(expect.arrayContaining(['model_without_tools', 'model_without_pictures']))
    expect(await codes({ tool_model: 'gpt-4o' })).not.toContain('model_without_tools')
    expect(await codes({ tools: [], capabilities: {} })).not.toContain('model_without_pictures')
    const shown = (await app.call('GET', settings, token)).body.model_abilities.openai
    expect(shown['gpt-4o-mini']).toMatchObject({ text: true, tools: false, marks: { tools: false } })
    expect(shown['gpt-4o']).toMatchObject({ tools: true, marks: {} })
    expect((await mark({ 'gpt-4o-mini': { tools: 'no' } })).status).toBe(422)
    expect((await mark({ 'gpt-4o-mini': { tools: null, pictures: null } })).status).toBe(200)
    expect(await codes()).not.toContain('model_without_tools')
  })

  it.each([
    ['connector', { connector: 'nope', llm: 'x' }, 'unknown_connector'],
    [
      'prompt_processor',
      { connector: 'openai', llm: 'gpt-4o', prompt_processor: 'nope' },
      'unknown_prompt_processor',
    ],
    ['llm', { connector: 'openai', llm: 'gpt-9' }, 'unknown_model'],
  ])('saves an unknown %s with a warning and refuses to answer', async (part, metadata, code) => {
    const made = await create(metadata)
    expect(made.warnings).toContainEqual(expect.objectContaining({ code, path: `/metadata/${part}` }))
    const before = upstream.seen.length
    const answer = await ask(made.id)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(part === 'llm' ? 'gpt-9' : 'nope')
    expect(upstream.seen.length).toBe(before)
  })

  it.each(['multi_tool', 'orchestrator', 'agent'])(
    'leaves no placeholders in the prompt of an assistant of type %s without tools or processor',
    async (assistant_type) => {
      const made = await create(
        { assistant_type, connector: 'openai', llm: 'gpt-4o', tools: [] },
        'A{rubric}B{unknown}C {user_input}',
      )
      await ask(made.id)
      const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
      expect(messages.at(-1)?.content).toBe('ABC \n\nhi\n\n')
    },
  )
})

describe('model of an assistant without a list of the organization', () => {
  it('warns about a model that the provider does not list', async () => {
    const upstream = await startFakeUpstream(says('ok'))
    const app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    try {
      const token = await app.signIn()
      const create = async (llm: string) =>
        (await app.call('POST', '/assistants', token, { name: llm, metadata: { connector: 'openai', llm } }))
          .body.warnings
      const { llm: listed } = (await app.call('GET', '/creator/assistant/defaults', token)).body
      expect(await create(listed)).toEqual([])
      expect(await create('gtp-4o')).toMatchObject([
        { code: 'unknown_model', message_code: 'settings.model_not_found', path: '/metadata/llm' },
      ])
    } finally {
      await app.stop()
      await upstream.stop()
    }
  })

  it('saves without a warning while the provider does not list its models', async () => {
    const app = await startTestApp({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'k' })
    try {
      const metadata = { connector: 'openai', llm: 'anything' }
      const made = await app.call('POST', '/assistants', await app.signIn(), { name: 'a', metadata })
      expect(made.body.warnings).toEqual([])
    } finally {
      await app.stop()
    }
  })
})
