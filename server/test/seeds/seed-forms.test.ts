import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls, callsAndSays, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

/** Formats and messages of LAMB's tool specifications that clients can rely on. */
describe('formats that LAMB clients rely on', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  const bases: string[] = []

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'sk-test' })
    token = await app.signIn()
    for (const topic of ['green leaves', 'long roots']) {
      const { id } = (await app.call('POST', '/knowledge-bases', token, { name: topic })).body
      const form = new FormData()
      for (const part of ['one', 'two', 'three'])
        form.append('files', new File([`Plants have ${topic}, says text ${part}.`], `${part}.txt`))
      const sent = await app.call('POST', `/creator/knowledgebases/kb/${id}/files`, token, form)
      expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
      bases.push(String(id))
    }
    for (const id of bases)
      await vi.waitFor(
        async () => {
          const { body } = await app.call('GET', `/creator/knowledgebases/kb/${id}/ingestion-status`, token)
          expect(body.by_status.completed).toBe(3)
        },
        { timeout: 10_000 },
      )
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  let count = 0
  async function make(metadata: object, template = '{context}|{user_input}'): Promise<number> {
    const { status, body } = await app.call('POST', '/assistants', token, {
      name: `f ${count++}`,
      prompt_template: template,
      metadata: { connector: 'openai', llm: 'gpt-4o-mini', ...metadata },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id
  }
  const ask = (id: number, more: object = {}) =>
    app.call('POST', `/completions?assistant_id=${id}`, token, {
      messages: [{ role: 'user', content: 'Tell me about plants' }],
      ...more,
    })
  const messagesSeen = (at = -1) =>
    upstream.seen.at(at)?.body['messages'] as { role: string; content: string }[]
  const promptSeen = () => messagesSeen().at(-1)?.content ?? ''
  const statuses = async (id: number) => {
    const { body } = await ask(id, { stream: true })
    return [...String(body).matchAll(/"status":(\{[^}]*"message"[^}]*\})/g)].map(([, json]) =>
      JSON.parse(json ?? '{}'),
    )
  }
  const searching = (config: object) => ({ type: 'simple_rag', enabled: true, config })

  it('joins passages with a blank line for LAMB’s prompt processors', async () => {
    const collections = bases.slice(0, 1)
    await ask(await make({ prompt_processor: 'simple_augment', tools: [searching({ collections })] }))
    expect(promptSeen()).toMatch(/Plants have green leaves, says text \w+\.\n\nPlants have/)
    expect(promptSeen()).not.toMatch(/\[1\] \w+\.txt/)
    const numbered = searching({ collections, numbered: true })
    await ask(await make({ prompt_processor: 'simple_augment', tools: [numbered] }))
    expect(promptSeen()).toContain('[1] ')
  })

  it('numbers them for citations in multi-tool assistants, unless the settings say otherwise', async () => {
    const collections = bases.slice(0, 1)
    const multi = { assistant_type: 'multi_tool', prompt_processor: 'multi_augment' }
    await ask(await make({ ...multi, tools: [searching({ collections })] }))
    expect(promptSeen()).toContain('[1] ')
    await ask(await make({ ...multi, tools: [searching({ collections, numbered: false })] }))
    expect(promptSeen()).not.toContain('[1] ')
  })

  it('returns top_k passages of each knowledge base, and reports how many were searched and found', async () => {
    const tools = [searching({ collections: bases, top_k: 2 })]
    const { headers } = await ask(await make({ prompt_processor: 'simple_augment', tools }))
    expect(promptSeen().match(/green leaves/g)).toHaveLength(2)
    expect(promptSeen().match(/long roots/g)).toHaveLength(2)
    const { body } = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)
    expect(body.steps[0].metadata).toMatchObject({ collections_queried: 2, documents_retrieved: 4 })
  })

  it('reports each knowledge base separately, and denies a missing one', async () => {
    const tools = [searching({ collections: [...bases, 'kb-gone'] })]
    const reported = await statuses(await make({ prompt_processor: 'multi_augment', tools }))
    expect(reported.map(({ message }) => message).slice(0, 3)).toEqual(
      [...bases, 'kb-gone'].map((id) => `querying knowledge base ${id}`),
    )
    expect(reported.filter(({ status }) => status === 'tool_start')).toHaveLength(1)
    expect(reported).toContainEqual(
      expect.objectContaining({ status: 'tool_denied', message: expect.stringContaining('kb-gone') }),
    )
    expect(reported.at(-1)).toMatchObject({ status: 'tool_complete' })
    const none = await statuses(await make({ tools: [searching({ collections: ['kb-gone'] })] }))
    expect(none.at(-1)).toMatchObject({ status: 'tool_denied' })
  })

  it('accepts the id of a rubric as a text or an integer', async () => {
    const { config_schema: schema } = (await app.call('GET', '/completions/tools/rubric')).body
    const types = schema.properties.rubric_id.anyOf.map(({ type }: { type: string }) => type)
    expect(types).toEqual(expect.arrayContaining(['string', 'integer']))
    for (const rubric_id of [1, '1'])
      expect(
        (await app.call('POST', '/completions/tools/rubric/validate', token, { rubric_id })).body.valid,
      ).toBe(true)
  })

  it('reports problems in settings as sentences on LAMB’s endpoint', async () => {
    const at = '/lamb/v1/completions/tools/simple_rag/validate'
    expect((await app.call('POST', at, token, { collections: ['1'], top_k: 'x' })).body).toEqual({
      valid: false,
      errors: [expect.stringMatching(/^top_k: /)],
    })
    expect((await app.call('POST', at, token, { collections: ['1'] })).body).toEqual({
      valid: true,
      errors: [],
    })
  })

  it('lists all tools as RAG processors', async () => {
    const { body } = await app.call('GET', '/lamb/v1/completions/list', token)
    expect([...body.rag_processors].sort()).toEqual(
      body.tools.map(({ name }: { name: string }) => name).sort(),
    )
  })

  it('turns “no RAG” into an empty list, with the same prompt', async () => {
    const id = await make({ prompt_processor: 'simple_augment', rag_processor: 'no_rag' })
    await ask(id)
    const before = promptSeen()
    expect((await app.call('POST', `/assistants/${id}/convert`, token, {})).status).toBe(200)
    const { metadata } = (await app.call('GET', `/assistants/${id}`, token)).body
    expect(JSON.parse(metadata)).toMatchObject({ assistant_type: 'multi_tool', tools: [] })
    await ask(id)
    expect(promptSeen()).toBe(before)
  })

  describe('assistants as tools', () => {
    const lead = async (assistant_id: number, more: object = {}) =>
      make(
        {
          prompt_processor: 'tool_augment',
          connector: 'openai_tool_use',
          tools: [{ type: 'assistant', assistant_id, description: 'Expert in mathematics', ...more }],
        },
        '{user_input}',
      )

    it('are offered with only their own description', async () => {
      const expert = await make({}, '{user_input}')
      upstream.answer(says('Hello'))
      await ask(await lead(expert))
      expect(upstream.seen.at(-1)?.body['tools']).toMatchObject([
        {
          type: 'function',
          function: {
            name: `call_assistant_${expert}`,
            description: 'Expert in mathematics',
            parameters: {
              type: 'object',
              properties: {
                query: { type: 'string', description: 'The question or task for this assistant' },
              },
              required: ['query'],
            },
          },
        },
      ])
      const [system] = messagesSeen()
      expect(system?.content).toContain('You have access to the following tools')
      expect(system?.content).toContain(`call_assistant_${expert}`)
    })

    it('report a refusal to the model as “Error: …”', async () => {
      const expert = await make({}, '{user_input}')
      const leader = await lead(expert)
      const result = () => messagesSeen().find(({ role }) => role === 'tool')?.content
      // It becomes an orchestrator while the answer runs, after the model was offered it.
      upstream.answer(async (response, seen) => {
        const messages = seen.body['messages'] as { role: string }[]
        if (messages.some(({ role }) => role === 'tool')) return says('Done.')(response, seen)
        await app.call('PUT', `/assistants/${expert}`, token, {
          metadata: { connector: 'openai_tool_use', llm: 'gpt-4o-mini' },
        })
        return calls(`call_assistant_${expert}`, { query: 'x' })(response, seen)
      })
      await ask(leader)
      expect(result()).toBe('Error: Tool-using assistants cannot be invoked as tools')
      const other = await make({}, '{user_input}')
      const second = await lead(other)
      upstream.answer(async (response, seen) => {
        const messages = seen.body['messages'] as { role: string }[]
        if (messages.some(({ role }) => role === 'tool')) return says('Done.')(response, seen)
        await app.call('DELETE', `/assistants/${other}`, token)
        return calls(`call_assistant_${other}`, { query: 'x' })(response, seen)
      })
      await ask(second)
      expect(result()).toBe(`Error: Assistant ${other} not found`)
    })

    it('can’t be orchestrators', async () => {
      const leader = await lead(await make({}, '{user_input}'))
      const { status, body } = await app.call('POST', '/assistants', token, {
        name: `f ${count++}`,
        metadata: { tools: [{ type: 'assistant', assistant_id: leader }] },
      })
      expect([status, body.detail]).toEqual([
        400,
        expect.stringContaining('Tool-using assistants cannot be used as tools'),
      ])
    })
  })

  it('weather and Moodle are described as in LAMB', async () => {
    const { body } = await app.call('GET', '/lamb/v1/completions/tools', token)
    const byName = new Map(body.tools.map((one: { name: string }) => [one.name, one]))
    expect(byName.get('weather')).toMatchObject({
      description: 'Get current temperature for a city',
      category: 'utilities',
      function_name: 'get_weather',
    })
    expect(byName.get('moodle')).toMatchObject({
      description: "Get user's enrolled courses from Moodle LMS",
      category: 'lms',
      function_name: 'get_moodle_courses',
    })
    upstream.answer(says('Hello'))
    await ask(await make({ tools: ['weather', 'moodle'], rag_processor: 'no_rag' }))
    const offered = upstream.seen.at(-1)?.body['tools'] as { function: Record<string, unknown> }[]
    expect(offered.map(({ function: one }) => one['description'])).toEqual([
      expect.stringContaining('Get current temperature for a city'),
      'Get the list of courses a user is enrolled in from Moodle LMS',
    ])
    expect(offered[1]?.function['parameters']).toMatchObject({
      properties: {
        user_id: { description: expect.stringContaining('The Moodle user identifier (username or ID)') },
      },
      required: ['user_id'],
    })
  })

  it('shows LAMB’s titles on LAMB’s endpoint, and beside ours on our own', async () => {
    const lamb = (await app.call('GET', '/lamb/v1/completions/tools/simple_rag')).body
    expect(lamb).toMatchObject({ display_name: 'Knowledge Base RAG', category: 'rag' })
    expect(lamb.description).toBe('Retrieves relevant context from knowledge base collections')
    const own = (await app.call('GET', '/completions/tools/simple_rag')).body
    expect(own).toMatchObject({
      display_name: 'Knowledge base',
      lamb: { display_name: 'Knowledge Base RAG', category: 'rag' },
    })
    for (const [name, title] of [
      ['rubric', 'Assessment Rubric'],
      ['single_file', 'Single File Context'],
    ])
      expect((await app.call('GET', `/lamb/v1/completions/tools/${name}`)).body.display_name).toBe(title)
  })

  it('reports errors of other tools as JSON', async () => {
    upstream.answer(callsAndSays('get_weather', { city: 7 }))
    await ask(await make({ tools: ['weather'], rag_processor: 'no_rag' }))
    expect(JSON.parse(messagesSeen().find(({ role }) => role === 'tool')?.content ?? '')).toHaveProperty(
      'error',
    )
  })
})
