import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsAndSays, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import {
  type Example,
  findSeeds,
  has,
  isInternal,
  isObject,
  type Json,
  readExamples,
} from './seed-examples.testing.ts'

const seeds = findSeeds()
if (!seeds)
  process.stderr.write('SKIPPED: the requirement documents are not here; set SEEDS_DIR to their folder\n')
const examples = seeds ? readExamples(seeds) : []

describe.skipIf(!seeds)('examples of the requirement documents', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  beforeAll(async () => {
    upstream = await startFakeUpstream(says('Hello'))
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'sk-test' })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  let count = 0
  const name = () => `example ${count++}`
  const template = '{context}{rubric}{file}{user_input}'
  const ok = (answer: { status: number; body: unknown }, statuses = [200, 201]) =>
    expect(statuses, JSON.stringify(answer.body)).toContain(answer.status)

  async function save(metadata: Json): Promise<number> {
    const made = await app.call('POST', '/assistants', token, {
      name: name(),
      prompt_template: template,
      metadata,
    })
    ok(made)
    const lamb = { name: name(), prompt_template: template, metadata: JSON.stringify(metadata) }
    ok(await app.call('POST', '/creator/assistant/create_assistant', token, lamb))
    return made.body.id
  }
  const ask = (id: number, request: Json = { messages: [{ role: 'user', content: 'Hello' }] }) =>
    app.call('POST', `/completions?assistant_id=${id}`, token, request)
  const textsIn = (schema: unknown): Json =>
    isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}

  async function checkAssistant(metadata: Json) {
    const id = await save(metadata)
    const stored = JSON.parse((await app.call('GET', `/assistants/${id}`, token)).body.metadata)
    const { tools, ...rest } = metadata
    expect(stored).toMatchObject(rest)
    expect(stored.tools ?? []).toHaveLength(Array.isArray(tools) ? tools.length : 0)
    ok(await ask(id))
  }

  async function checkEntry(entry: Json) {
    // `rag_processor` and similar names stand for variables in the code.
    const config = isObject(entry['config']) ? entry['config'] : {}
    const type = entry['type'] === 'rag_processor' ? 'simple_rag' : entry['type']
    await checkAssistant({ connector: 'openai', llm: 'm', tools: [{ ...entry, type, config }] })
  }

  async function checkSchema(schema: Json) {
    const fields = Object.keys(textsIn(schema))
    if (fields.includes('query')) {
      const { input_schema: ours } = (await app.call('GET', '/completions/tools/assistant')).body
      expect(ours).toMatchObject({ properties: { query: { type: 'string' } }, required: schema['required'] })
      return
    }
    const tool = fields.includes('collections')
      ? 'simple_rag'
      : fields.includes('rubric_id')
        ? 'rubric'
        : 'single_file'
    const { config_schema: ours } = (await app.call('GET', `/completions/tools/${tool}`)).body
    expect(Object.keys(ours.properties)).toEqual(expect.arrayContaining(fields))
    expect(ours.required).toEqual(expect.arrayContaining(schema['required'] as string[]))
    for (const [field, { default: preset, type, minimum, maximum }] of Object.entries(textsIn(schema)) as [
      string,
      Json,
    ][]) {
      const own = ours.properties[field]
      if (preset !== undefined) expect(own.default, field).toBe(preset)
      if (minimum !== undefined) expect(own.minimum, field).toBe(minimum)
      if (maximum !== undefined) expect(own.maximum, field).toBe(maximum)
      const types = [own.type, ...(own.anyOf ?? []).map((one: Json) => one['type'])]
      expect(types, field).toContain(type)
    }
  }

  async function checkFunction(spec: Json) {
    const wanted = spec['function'] as Json
    const isAssistant = String(wanted['name']).startsWith('call_assistant')
    const expert = isAssistant ? await save({ connector: 'openai', llm: 'm' }) : 0
    const tools = isAssistant
      ? [{ type: 'assistant', assistant_id: expert, description: wanted['description'] }]
      : ['moodle']
    const id = await save({ connector: 'openai', llm: 'm', rag_processor: 'no_rag', tools })
    upstream.answer(says('Hello'))
    ok(await ask(id))
    const specs = upstream.seen.findLast(({ body }) => Array.isArray(body['tools']))?.body['tools'] as {
      type: string
      function: Json
    }[]
    const offered = specs[0]
    expect(offered?.type).toBe('function')
    expect(offered?.function['name']).toBe(isAssistant ? `call_assistant_${expert}` : wanted['name'])
    expect(offered?.function['description']).toBe(wanted['description'])
    const [theirs, ours] = [wanted['parameters'], offered?.function['parameters']] as [Json, Json]
    expect(ours['required']).toEqual(theirs['required'])
    for (const [field, { description, type }] of Object.entries(textsIn(theirs)) as [string, Json][])
      expect(textsIn(ours)[field]).toMatchObject({
        type,
        description: expect.stringContaining(String(description)),
      })
  }

  async function checkStatus(example: Json) {
    upstream.answer(callsAndSays('get_weather', { city: '' }))
    const id = await save({ connector: 'openai', llm: 'm', rag_processor: 'no_rag', tools: ['weather'] })
    const { body } = await ask(id, { messages: [{ role: 'user', content: 'Hello' }], stream: true })
    upstream.answer(says('Hello'))
    const statuses = [...String(body).matchAll(/"status":(\{[^}]*\})/g)].map(([, json = '']) =>
      JSON.parse(json),
    )
    const words = (given: string) => given.replace('{tool_name}', 'get_weather')
    const isEnd = example['status'] === 'tool_complete'
    const one = statuses.find(
      ({ status }) => status === example['status'] || (isEnd && status === 'tool_failed'),
    )
    expect(Object.keys(one)).toEqual(expect.arrayContaining(Object.keys(example)))
    if (!isEnd) expect(one.message).toBe(words(String(example['message'])))
  }

  async function checkPatch(args: Json) {
    const { body: workspace } = await app.call('POST', '/workspaces', token, { name: name() })
    const [change] = args['changes'] as { line_start: number; line_end: number; old_content: string }[]
    const lines = (change?.line_end ?? 1) - (change?.line_start ?? 1) + 1
    const old = [...(change?.old_content ?? '').split('\n'), ...Array<string>(lines)]
      .slice(0, lines)
      .join('\n')
    const text = `${'\n'.repeat((change?.line_start ?? 1) - 1)}${old}\n`
    const path = String(args['file_path'])
    const put = await fetch(`${app.url}/workspaces/${workspace.id}/files/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: text,
    })
    expect(put.status).toBe(200)
    const fitting = { ...args, changes: [{ ...change, old_content: old }] }
    upstream.answer(callsAndSays('patch_file', fitting))
    const tools = [{ type: 'patch_file', use: 'call', config: { workspace_id: workspace.id } }]
    ok(await ask(await save({ connector: 'openai', llm: 'm', rag_processor: 'no_rag', tools })))
    upstream.answer(says('Hello'))
    const messages = upstream.seen.at(-1)?.body['messages'] as { role: string; content: string }[]
    const result = messages.find(({ role }) => role === 'tool')?.content
    expect(result).toBeDefined()
    expect(result).not.toContain('tool_error')
  }

  async function checkTools(listed: readonly Json[]) {
    const { body } = await app.call('GET', '/lamb/v1/completions/tools', token)
    expect(body.count).toBe(body.tools.length)
    for (const one of listed)
      expect(body.tools.find((tool: Json) => tool['name'] === one['name'])).toMatchObject(one)
  }

  async function checkForm(plugins: Json) {
    for (const [type, plugin] of Object.entries(plugins) as [string, Json][]) {
      const { placeholder, defaultConfig: config } = plugin
      await checkEntry({ type, enabled: true, placeholder, config })
    }
  }

  const kinds: { kind: string; is(value: Json): boolean; check(value: Json): Promise<unknown> }[] = [
    { kind: 'a function', is: (value) => value['type'] === 'function', check: checkFunction },
    { kind: 'a schema of settings', is: (value) => value['type'] === 'object', check: checkSchema },
    { kind: 'a status', is: (value) => value['type'] === 'status', check: checkStatus },
    {
      kind: 'a source',
      is: (value) => value['type'] === 'file',
      check: async (value) => expect(Object.keys(value)).toEqual(['type', 'path', 'chars']),
    },
    {
      kind: 'an organization',
      is: (value) => 'setups' in value,
      check: async ({ setups }) =>
        ok(
          await app.call('PUT', '/creator/admin/org-admin/settings/api', token, {
            providers: (setups as { default: { providers: Json } }).default.providers,
          }),
        ),
    },
    { kind: 'a patch', is: (value) => has(value, 'file_path', 'changes'), check: checkPatch },
    {
      kind: 'calls of tools',
      is: (value) => 'tool_calls' in value,
      check: async (value) => checkPatch((value['tool_calls'] as { args: Json }[])[0]?.args ?? {}),
    },
    {
      kind: 'a list of tools',
      is: (value) =>
        Array.isArray(value['tools']) && isObject(value['tools'][0]) && 'function_name' in value['tools'][0],
      check: (value) => checkTools(value['tools'] as Json[]),
    },
    {
      kind: 'the registry of tools',
      is: (value) => isObject(value['weather']),
      check: (value) =>
        checkTools(
          Object.entries(value).map(([tool, about]) => {
            const { spec: _spec, function: function_name, ...rest } = about as Json
            return { name: tool, function_name, ...rest }
          }),
        ),
    },
    {
      kind: 'the tools of a form',
      is: (value) => Object.values(value).every((one) => isObject(one) && 'defaultConfig' in one),
      check: checkForm,
    },
    {
      kind: 'names of tools',
      is: (value) => value['rubric_rag'] === 'rubric',
      check: async (value) => {
        for (const [old, current] of Object.entries(value)) {
          const [one, other] = await Promise.all(
            [old, String(current)].map((tool) => app.call('GET', `/completions/tools/${tool}`)),
          )
          expect(one?.body).toEqual(other?.body)
        }
      },
    },
    {
      kind: 'a tool',
      is: (value) => has(value, 'name', 'display_name', 'placeholder'),
      check: async (value) => {
        const { body } = await app.call('GET', '/completions/tools/simple_rag')
        expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(value)))
      },
    },
    {
      kind: 'an answer of the list',
      is: (value) => value['tools'] === 'tool_registry.get_tool_definitions()',
      check: () => checkTools([]),
    },
    {
      kind: 'an answer of the check',
      is: (value) => has(value, 'valid', 'errors'),
      check: async (value) => {
        const config = { collections: ['1'] }
        const { body } = await app.call('POST', '/completions/tools/simple_rag/validate', token, config)
        expect(body).toEqual(value)
      },
    },
    {
      kind: 'what a search counted',
      is: (value) => 'collections_queried' in value,
      check: async (value) => {
        const { id } = (await app.call('POST', '/knowledge-bases', token, { name: name() })).body
        const tools = [{ type: 'simple_rag', config: { collections: [id] } }]
        const { headers } = await ask(await save({ connector: 'openai', llm: 'm', tools }))
        const { body } = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)
        expect(Object.keys(body.steps[0].metadata)).toEqual(expect.arrayContaining(Object.keys(value)))
      },
    },
    {
      kind: 'a migration in the log',
      is: (value) => 'old_metadata' in value,
      // migrate-on-access.test.ts compares it with the actual log.
      check: async (value) => expect(Object.keys(value)).toHaveLength(7),
    },
    {
      kind: 'a request',
      is: (value) => Array.isArray(value['messages']),
      check: async (value) => ok(await ask(await save({ connector: 'openai', llm: 'm' }), value)),
    },
    {
      kind: 'settings of an assistant',
      is: (value) =>
        ['prompt_processor', 'connector', 'rag_processor', 'assistant_type'].some((field) => field in value),
      check: (value) => checkAssistant({ connector: 'openai', llm: 'm', ...value }),
    },
    { kind: 'an entry', is: (value) => typeof value['type'] === 'string', check: checkEntry },
  ]
  const kindOf = ({ value }: Example) => kinds.find(({ is }) => is(value))

  it('covers all of them', () => {
    const unknown = examples.filter((one) => !kindOf(one) && !isInternal(one))
    expect(unknown.map(({ where, value }) => `${where}: ${JSON.stringify(value)}`)).toEqual([])
    expect(examples.filter((one) => kindOf(one)).length).toBeGreaterThan(50)
  })

  const table = examples.flatMap((one) => {
    const kind = kindOf(one)
    return kind && !(isInternal(one) && kind.kind === 'an entry') ? [{ ...one, ...kind }] : []
  })
  it.each(table)('$where: $kind', async ({ value, check }) => {
    await check(value)
  })
})
