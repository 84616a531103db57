import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const base = {
  prompt_processor: 'simple_augment',
  connector: 'bypass',
  llm: 'simple-bypass',
  rag_processor: 'no_rag',
}
const multi = (tools: unknown) => ({
  connector: 'bypass',
  llm: 'simple-bypass',
  assistant_type: 'multi_tool',
  tools,
})

onEachDatabase('strictness of our own API ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  let count = 0
  const name = () => `strict ${count++}`
  const create = (metadata: object, more: object = {}) =>
    app.call('POST', '/assistants', token, { name: name(), metadata, ...more })
  const createAtLamb = (metadata: object) =>
    app.call('POST', '/creator/assistant/create_assistant', token, {
      name: name(),
      metadata: JSON.stringify(metadata),
    })
  const listed = async (type: string): Promise<number[]> => {
    const { body } = await app.call('GET', `/assistants?limit=100&type=${type}`, token)
    return body.assistants.map((one: { id: number }) => one.id)
  }
  const shown = async (id: number): Promise<string> => {
    const { body } = await app.call('GET', '/assistants?limit=100', token)
    return body.assistants.find((one: { id: number }) => one.id === id).assistant_type
  }

  it.each<[string, unknown, string]>([
    ['enabled as a text', [{ type: 'weather', enabled: 'false' }], 'tools/0/enabled'],
    ['enabled as null', [{ type: 'weather', enabled: null }], 'tools/0/enabled'],
    ['a use in upper case', [{ type: 'weather', use: 'Call' }], 'tools/0/use'],
    ['a made-up use', ['weather', { type: 'weather', use: 'eat' }], 'tools/1/use'],
    ['settings as a text', [{ type: 'weather', config: 'x' }], 'tools/0/config'],
    ['settings as a list', [{ type: 'weather', config: [] }], 'tools/0/config'],
    ['a number as type', [{ type: 7 }], 'tools/0/type'],
    ['no type', [{ enabled: true }], 'tools/0'],
    ['null', [null], 'tools/0'],
    ['an empty name', [' '], 'tools/0'],
    ['a text instead of a list', 'weather', 'tools:'],
    ['an object instead of a list', { weather: true }, 'tools:'],
    ['a limit out of range', [{ type: 'weather', timeout_ms: 5 }], 'tools/0/timeout_ms'],
    ['an invalid approval', [{ type: 'weather', approval: true }], 'tools/0/approval'],
  ])('refuses malformed tools: %s', async (_what, tools, pointer) => {
    const made = await create(multi(tools))
    expect(made.status).toBe(400)
    expect(JSON.stringify(made.body)).toContain(pointer)
    const { id } = (await create(base)).body
    const changed = await app.call('PUT', `/assistants/${id}`, token, { metadata: multi(tools) })
    expect(changed.status).toBe(400)
    const isLimit = pointer.endsWith('timeout_ms')
    const lenient = await createAtLamb(multi(tools))
    expect(lenient.status).toBe(isLimit ? 400 : 201)
    if (isLimit) return
    const warnings = lenient.body.warnings.filter(({ code }: { code: string }) => code === 'malformed')
    expect(JSON.stringify(warnings)).toContain(pointer.replace(':', ''))
  })

  it.each<[object, string]>([
    [{ RAG_Top_k: 'many' }, 'RAG_Top_k'],
    [{ RAG_Top_k: 0 }, 'RAG_Top_k'],
    [{ RAG_Top_k: 1.5 }, 'RAG_Top_k'],
    [{ metadata: { ...base, llm: 5 } }, 'llm'],
    [{ metadata: { llm: ['gpt'] } }, 'llm'],
    [{ metadata: { ...base, connector: false } }, 'connector'],
    [{ metadata: { ...base, prompt_processor: {} } }, 'prompt_processor'],
    [{ metadata: { ...base, rag_processor: 5 } }, 'rag_processor'],
    [{ metadata: { ...base, assistant_type: 5 } }, 'assistant_type'],
  ])('refuses settings of the wrong kind instead of replacing them: %j', async (fields, named) => {
    const made = await create(base, fields)
    expect([400, 422]).toContain(made.status)
    expect(JSON.stringify(made.body)).toContain(named)
    const { id } = (await create({ ...base, llm: null }, { RAG_Top_k: '7' })).body
    expect([400, 422]).toContain((await app.call('PUT', `/assistants/${id}`, token, fields)).status)
    expect((await app.call('GET', `/assistants/${id}`, token)).body.RAG_Top_k).toBe(7)
  })

  it.each(['simple_rag', 'rubric_rag', 'single_file_rag', 'assistant'])(
    'says in plain words what %s still needs',
    async (type) => {
      const fields = { collections: null, rubric_id: null, file_path: null, assistant_id: null }
      const { status, body } = await create(multi([{ type, enabled: true, config: fields }]))
      expect(status, JSON.stringify(body)).toBe(200)
      const words = JSON.stringify(body.warnings)
      expect(words).toMatch(/: Choose an? /)
      expect(words).not.toContain('Invalid input')
    },
  )

  it('LAMB’s endpoints skip an entry without a type and keep the others', async () => {
    const { body } = await createAtLamb(multi([{ enabled: true }, { type: 'weather', use: 'call' }]))
    const { metadata } = (await app.call('GET', `/assistants/${body.assistant_id}`, token)).body
    expect(JSON.parse(metadata).tools).toMatchObject([{ type: 'weather', use: 'call' }])
  })

  it('stores names on a classic assistant in the current format', async () => {
    const { body } = await create({ ...base, rag_processor: 'no_rag', tools: ['weather', 'moodle'] })
    const metadata = JSON.parse(body.metadata)
    expect(metadata).toMatchObject({ rag_processor: 'no_rag', _format_version: 2 })
    expect(metadata).not.toHaveProperty('assistant_type')
    expect(metadata.tools).toEqual(
      ['weather', 'moodle'].map((type) => ({ type, use: 'call', enabled: true, config: {} })),
    )
    expect(await shown(body.id)).toBe('classic')
    const converted = await app.call('POST', `/assistants/${body.id}/convert`, token, {})
    expect(converted.status).toBe(200)
  })

  it.each([
    ['POST', '/api-keys', { name: 'k', expires_in_days: 5 }, 'expires_in_days'],
    ['POST', '/assistants', { name: 'x', sytem_prompt: 'y' }, 'sytem_prompt'],
    ['POST', '/knowledge-bases', { name: 'x', colour: 1 }, 'colour'],
    ['POST', '/workspaces', { name: 'x', colour: 1 }, 'colour'],
  ])('refuses unknown fields: %s %s', async (method, path, body, field) => {
    const answer = await app.call(method, path, token, body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(field)
  })

  it('accepts a record as it was read', async () => {
    const { id } = (await create(base)).body
    const { body } = await app.call('GET', `/assistants/${id}`, token)
    expect((await app.call('PUT', `/assistants/${id}`, token, body)).status).toBe(200)
  })

  it('saves a rubric tool without a rubric, with a warning, and refuses to publish it', async () => {
    const tool = { type: 'rubric_rag', enabled: true, config: { rubric_id: null, format: 'markdown' } }
    const { status, body } = await create(multi([tool]), { prompt_template: '{rubric} {user_input}' })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      {
        code: 'incomplete',
        path: '/metadata/tools/0/config/rubric_id',
        message: expect.stringContaining('Choose a rubric'),
        message_code: 'settings.choose_rubric',
        message_params: { tool: expect.any(String) },
      },
    ])
    const published = await app.call('POST', `/assistants/${body.id}/publish`, token, {
      publish_status: true,
    })
    expect([published.status, JSON.stringify(published.body)]).toEqual([
      400,
      expect.stringContaining('Choose a rubric'),
    ])
    expect(published.headers.get('x-message-code')).toBe('assistants.incomplete')
    const params = JSON.parse(decodeURIComponent(published.headers.get('x-message-params') ?? ''))
    expect(params.reason).toMatchObject({ code: 'settings.choose_rubric' })
    const messages = [{ role: 'user', content: 'Hello' }]
    const answer = await app.call('POST', `/completions?assistant_id=${body.id}`, token, { messages })
    expect(answer.status).toBe(200)
    const wrong = { ...tool, config: { rubric_id: { a: 1 } } }
    expect((await create(multi([wrong]))).status).toBe(400)
  })

  it('reports a search without knowledge bases as invalid, but saves it', async () => {
    const validate = (config: object) =>
      app.call('POST', '/completions/tools/simple_rag/validate', token, config)
    expect((await validate({})).body).toEqual({
      valid: false,
      errors: [
        {
          pointer: '/collections',
          message: 'Choose a knowledge base',
          message_code: 'tools.choose_knowledge_base',
          message_params: {},
        },
      ],
    })
    expect((await validate({ collections: [] })).body.valid).toBe(false)
    expect((await validate({ collections: ['1'] })).body.valid).toBe(true)
    const { config_schema: schema } = (await app.call('GET', '/completions/tools/simple_rag')).body
    expect(schema.required).toContain('collections')
    const made = await create(multi([{ type: 'simple_rag', config: {} }]), { prompt_template: '{context}' })
    expect([made.status, made.body.warnings[0].code]).toEqual([200, 'nothing_chosen'])
  })

  it('keeps the stored type as written, and derives the shown one from what runs', async () => {
    const other = (await create(base)).body.id
    const asks = { type: 'assistant', assistant_id: other }
    const leader = (await create(multi([asks]))).body
    expect(JSON.parse(leader.metadata).assistant_type).toBe('multi_tool')
    expect(await shown(leader.id)).toBe('orchestrator')
    const off = (await create(multi([{ ...asks, enabled: false }]))).body
    expect(await shown(off.id)).toBe('multi_tool')
    const odd = (
      await create({
        ...base,
        rag_processor: 'no_rag',
        prompt_processor: 'simple_augment',
        assistant_type: 'something',
      })
    ).body
    expect(await shown(odd.id)).toBe('classic')
    const untyped = (
      await create({
        ...base,
        tools: [{ type: 'weather', use: 'inject', placeholder: 'w', config: { location: 'Bilbao' } }],
      })
    ).body
    if (untyped.id) expect(await shown(untyped.id)).toBe('multi_tool')
    expect(await listed('orchestrator')).toContain(leader.id)
    expect(await listed('orchestrator')).not.toContain(off.id)
    expect(await listed('multi_tool')).toEqual(expect.arrayContaining([leader.id, off.id]))
    expect(await listed('classic')).toEqual(expect.arrayContaining([odd.id, other]))
    expect(await listed('classic')).not.toContain(leader.id)
  })

  it('accepts entry types of other documents', async () => {
    const { body } = await create(multi([{ type: 'kb_query', kb_id: 4 }, 'kb_query']))
    expect(JSON.parse(body.metadata).tools).toMatchObject([
      { type: 'simple_rag', use: 'call', config: { collections: ['4'] } },
      { type: 'simple_rag', use: 'call' },
    ])
    const other = (await create(base)).body.id
    const leader = await create(multi([{ type: 'assistant_tool', assistant_id: other }]))
    expect(JSON.parse(leader.body.metadata).tools).toMatchObject([{ type: 'assistant', use: 'call' }])
  })
})
