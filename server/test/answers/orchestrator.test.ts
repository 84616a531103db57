import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { withShortTimers } from '../harness/short-timers.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

interface Message {
  role: string
  content: string | null
  tool_calls?: unknown[]
}

const callsOf =
  (...names: string[]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [index, name] of names.entries()) {
      const made = { name, arguments: JSON.stringify({ query: `asked by ${name}` }) }
      response.write(
        frameOf(chunkOf({ tool_calls: [{ index, id: `c${index}`, type: 'function', function: made }] })),
      )
    }
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.end(frameOf('[DONE]'))
  }

const messagesIn = (body: Record<string, unknown>) => body['messages'] as Message[]
const hasResults = (body: Record<string, unknown>) => messagesIn(body).some(({ role }) => role === 'tool')
const PASSWORD = 'long enough'

/** The orchestrator uses the model `lead`, all others use `sub`. */
const led =
  (names: string[], sub: Script = says('I am', ' the expert.')): Script =>
  (response, seen) => {
    if (seen.body['model'] !== 'lead') return sub(response, seen)
    return hasResults(seen.body) ? says('All done.')(response, seen) : callsOf(...names)(response, seen)
  }

/** How often an answer that waits for approval looks at the database. */
const LOOK_MS = 5000

onEachDatabase('orchestrators on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let admin: string
  let ana: string
  let ben: string

  const person = async (name: string) => {
    const email = `${name}@example.edu`
    await app.call('POST', '/creator/admin/users/create', admin, { email, name, password: PASSWORD })
    return app.signIn(email, PASSWORD)
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
    })
    admin = await app.signIn()
    ana = await person('ana')
    ben = await person('ben')
  })
  beforeEach(() => {
    upstream.seen.length = 0
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const expert = (token = ana, more: object = {}) =>
    app.makeAssistant(token, {
      system_prompt: 'You know sheep.',
      metadata: { connector: 'openai', llm: 'sub', ...more },
    })
  /** The format of the third document. */
  const leader = (ids: number[], token = ana, more: object = {}) =>
    app.makeAssistant(token, {
      metadata: {
        prompt_processor: 'tool_augment',
        connector: 'openai_tool_use',
        llm: 'lead',
        rag_processor: '',
        capabilities: { vision: false, tool_use: true },
        tools: ids.map((assistant_id) => ({
          type: 'assistant',
          assistant_id,
          name: 'expert',
          description: 'Knows',
        })),
        ...more,
      },
    })
  const ask = (id: number, token = ana, more: object = {}) =>
    app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages: [{ role: 'user', content: 'Who leads?' }],
      ...more,
    })
  const resultsSeen = () =>
    upstream.seen
      .filter(({ body }) => body['model'] === 'lead' && hasResults(body))
      .flatMap(({ body }) => messagesIn(body).filter(({ role }) => role === 'tool'))
      .map(({ content }) => content ?? '')
  const traceOf = async (headers: Headers, token = ana) =>
    (await app.call('GET', `/traces/${headers.get('x-trace-id')}`, token)).body

  it('ask several at once, report who does what, and record nested answers under the whole', async () => {
    const ids = [await expert(), await expert()]
    const id = await leader(ids)
    upstream.answer(led(ids.map((one) => `call_assistant_${one}`)))
    const answer = await ask(id, ana, { stream: true })
    expect(answer.body).toContain('All done.')
    const statuses = [...String(answer.body).matchAll(/"status":\{[^}]*\}/g)].map(([text]) => text)
    expect(statuses.filter((text) => text.includes('"tool_call"'))).toHaveLength(2)
    expect(
      statuses.filter((text) => text.includes('"tool_complete"') && text.includes('elapsed_ms')),
    ).toHaveLength(2)
    expect(resultsSeen()).toHaveLength(2)
    for (const text of resultsSeen()) expect(text).toContain('I am the expert.')
    const asked = upstream.seen.filter(({ body }) => body['model'] === 'sub')
    expect(messagesIn(asked[0]?.body ?? {})[0]?.content).toContain('You know sheep.')
    const trace = await traceOf(answer.headers)
    expect(trace.children.map((one: { assistant_id: number }) => one.assistant_id).sort()).toEqual(ids.sort())
    const step = trace.steps.find(
      (one: { kind: string; use?: string }) => one.kind === 'tool' && one.use === 'call',
    )
    expect(step).toMatchObject({
      outcome: 'ok',
      access: { ran_as: expect.any(Number), data_of: [expect.any(Number)] },
    })
    const record = (await app.call('GET', `/assistants?type=orchestrator&limit=100`, ana)).body
    expect(record.assistants.map((one: { id: number }) => one.id)).toContain(id)
  })

  it('inject an answer into {tool_result}', async () => {
    const sub = await expert()
    const id = await app.makeAssistant(ana, {
      prompt_template: 'Expert: {tool_result}\nQuestion: {user_input}',
      metadata: {
        assistant_type: 'multi_tool',
        prompt_processor: 'multi_augment',
        connector: 'openai',
        llm: 'lead',
        tools: [{ type: 'assistant', use: 'inject', config: { assistant_id: sub, model: 'cheap' } }],
      },
    })
    upstream.answer((response, seen) =>
      says(seen.body['model'] === 'lead' ? 'Yes.' : 'Sheep follow.')(response, seen),
    )
    await ask(id)
    expect(upstream.seen.map(({ body }) => body['model'])).toEqual(['cheap', 'lead'])
    expect(messagesIn(upstream.seen[1]?.body ?? {}).at(-1)?.content).toContain('Sheep follow.')
    upstream.seen.length = 0
    const preview = await app.call('POST', `/assistants/${id}/preview`, ana, {
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(preview.status).toBe(200)
    expect(upstream.seen).toEqual([])
  })

  it('can’t be tools: refused on save and when called', async () => {
    const sub = await expert()
    const first = await leader([sub])
    const refused = await app.call('POST', '/assistants', ana, {
      name: 'second leader',
      metadata: {
        connector: 'openai',
        llm: 'lead',
        prompt_processor: 'tool_augment',
        tools: [{ type: 'assistant', assistant_id: first }],
      },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Tool-using assistants') },
    })
    const self = await app.call('PUT', `/assistants/${first}`, ana, {
      metadata: JSON.stringify({
        connector: 'openai',
        llm: 'lead',
        tools: [{ type: 'assistant', assistant_id: first }],
      }),
    })
    expect(self.status).toBe(400)
    // An assistant used as a tool becomes an orchestrator: its author gets a warning on save, and calls from
    // other assistants are refused with the reason.
    const other = await expert()
    const changed = await app.call('PUT', `/assistants/${sub}`, ana, {
      metadata: JSON.stringify({
        connector: 'openai',
        llm: 'sub',
        tools: [{ type: 'assistant', assistant_id: other }],
      }),
    })
    expect(changed.status).toBe(200)
    expect(JSON.stringify(changed.body.warnings)).toContain('is_tool_of_others')
    upstream.answer(led([`call_assistant_${sub}`]))
    const answer = await ask(first)
    expect(answer.status).toBe(200)
    expect(upstream.seen.some(({ body }) => body['model'] === 'sub')).toBe(false)
    expect(resultsSeen()).toEqual([expect.stringContaining('Tool-using assistants')])
    // The author of the other assistant gets a warning on opening it, and can change everything else.
    const opened = (await app.call('GET', `/assistants/${first}`, ana)).body
    expect(opened.warnings).toMatchObject([{ message: expect.stringContaining('Tool-using assistants') }])
    expect((await app.call('PUT', `/assistants/${first}`, ana, { description: 'x' })).status).toBe(200)
    const list = (await app.call('GET', '/assistants?limit=100', ana)).body.assistants
    expect(list.find((one: { id: number }) => one.id === sub)).toMatchObject({ can_be_tool: false })
    expect(list.find((one: { id: number }) => one.id === other)).toMatchObject({ can_be_tool: true })
  })

  it.each([
    ['spaces around the name', { type: ' assistant\n' }],
    ['an invalid plugin name', { plugin: 7, type: 'assistant' }],
    ['a plugin name of spaces', { plugin: ' ', type: 'assistant_call' }],
  ])('can’t be nested, whatever the format: %s', async (_how, entry) => {
    const written = (assistant_id: number) => ({
      connector: 'openai',
      llm: 'lead',
      prompt_processor: 'simple_augment',
      rag_processor: 'no_rag',
      tools: [{ ...entry, use: 'call', assistant_id }],
    })
    const sub = await expert()
    // LAMB's endpoint accepts unusual formats; our own API refuses them.
    const create = (name: string, metadata: object) =>
      app.call('POST', '/creator/assistant/create_assistant', ana, { name, metadata })
    const { assistant_id: first } = (await create('first', written(sub))).body
    const second = await create('second', written(first))
    expect(second).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Tool-using assistants') },
    })
    // An imported file is accepted, so it is refused when it runs.
    const file = {
      name: `imported ${Math.random()}`,
      system_prompt: '',
      metadata: JSON.stringify(written(first)),
    }
    const imported = (await app.call('POST', '/assistants/import', ana, file)).body.id
    upstream.answer(led([`call_assistant_${first}`]))
    expect((await ask(imported)).status).toBe(200)
    expect(resultsSeen()).toEqual([expect.stringContaining('Tool-using assistants')])
    expect(upstream.seen.filter(({ body }) => body['model'] === 'lead')).toHaveLength(2)
  })

  it('reach only what their owner owns, was given or is published, however hard the model tries', async () => {
    const own = await expert(ana)
    const shared = await expert(ben)
    const published = await expert(ben)
    const secret = await expert(ben, { tools: [] })
    const gone = await expert(ana)
    expect(
      (await app.call('PUT', `/assistants/${shared}/shares`, ben, { user_emails: ['ana@example.edu'] }))
        .status,
    ).toBeLessThan(300)
    expect(
      (await app.call('POST', `/assistants/${published}/publish`, ben, { publish_status: true })).status,
    ).toBeLessThan(300)
    const ids = [own, shared, published, secret, gone]
    const id = await leader(ids)
    await app.call('DELETE', `/assistants/${gone}`, ana)
    upstream.answer(led(ids.map((one) => `call_assistant_${one}`)))
    const answer = await ask(id)
    const results = resultsSeen()
    expect(results.map((text) => text.includes('I am the expert.'))).toEqual([true, true, true, false, false])
    // Both refusals are identical and reveal nothing: another person's private assistant looks like one that
    // never existed.
    expect(results[3]?.replace(/\d+/, 'N')).toBe(results[4]?.replace(/\d+/, 'N'))
    const offered = upstream.seen[0]?.body['tools'] as { function: { name: string } }[]
    expect(offered.map((one) => one.function.name)).toEqual(
      [own, shared, published].map((one) => `call_assistant_${one}`),
    )
    const steps = (await traceOf(answer.headers)).steps.filter(
      (one: { outcome: string }) => one.outcome === 'denied',
    )
    expect(steps).toHaveLength(2)
    const log = (await app.call('GET', '/audit?action=tool.denied', admin)).body.entries
    expect(log.length).toBeGreaterThanOrEqual(2)
    for (const { detail, message_code, message_params, object, object_code, object_params } of log) {
      expect(object_code).toBe('parts.audit_assistant_tool')
      expect(object).toBe(`assistant ${object_params.assistant}, tool ${object_params.tool}`)
      expect(detail).toMatch(/^ran as user \d+: .+ \(trace [^)]+\)$/)
      expect(message_code).toBe('parts.audit_denied')
      expect(message_params.reason).toMatchObject({ code: expect.stringMatching(/^(?:reasons|answers)\./) })
    }

    // A revoked share takes effect with the next call.
    await app.call('PUT', `/assistants/${shared}/shares`, ben, { user_emails: [] })
    upstream.seen.length = 0
    upstream.answer(led([`call_assistant_${shared}`]))
    await ask(id)
    expect(resultsSeen()).toEqual([`Error: Assistant ${shared} not found`])
  })

  it('show the name of the assistant they ask, to the model, in statuses and in the trace', async () => {
    const sub = await expert()
    const name = `Biology tutor ${Math.random()}`
    await app.call('PUT', `/assistants/${sub}`, ana, { name, description: 'Explains photosynthesis' })
    const id = await leader([], ana, { tools: [{ type: 'assistant', assistant_id: sub }] })
    upstream.seen.length = 0
    const fails: Script = (response) => {
      response.writeHead(500).end('{}')
    }
    upstream.answer(led([`call_assistant_${sub}`], fails))
    const answer = await ask(id, ana, { stream: true })
    expect(String(answer.body)).toContain(`"label":${JSON.stringify(name)}`)
    const [offered] = upstream.seen.flatMap(({ body }) => body['tools'] ?? []) as {
      function: { description: string }
    }[]
    expect(offered?.function.description).toBe(
      `Asks the assistant “${name}” and returns its answer. It is for: Explains photosynthesis`,
    )
    const trace = await vi.waitFor(async () => {
      const list = (await app.call('GET', `/assistants/${id}/traces`, ana)).body.traces
      expect(list).toHaveLength(1)
      return (await app.call('GET', `/traces/${list[0].id}`, ana)).body
    })
    expect(trace.steps).toContainEqual(
      expect.objectContaining({
        label: name,
        outcome: 'failed',
        reason: expect.stringMatching(/^it could not answer: ./),
      }),
    )
  })

  it('end with their client, down to the last provider', async () => {
    const sub = await expert()
    const id = await leader([sub])
    upstream.answer(
      led([`call_assistant_${sub}`], (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ content: 'thinking' })))
      }),
    )
    const leaving = new AbortController()
    const body = JSON.stringify({
      model: `lamb_assistant.${id}`,
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    })
    const headers = { authorization: `Bearer ${ana}`, 'content-type': 'application/json' }
    const answer = fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      body,
      headers,
      signal: leaving.signal,
    })
    answer.then((response) => response.text()).catch(() => undefined)
    await expect.poll(() => upstream.seen.some((one) => one.body['model'] === 'sub')).toBe(true)
    expect(upstream.open()).toBe(1)
    leaving.abort()
    await expect.poll(() => upstream.open()).toBe(0)
  })

  it('wait for approval by the person who asks, and by no one else', async () => {
    const sub = await expert()
    const tools = [{ type: 'assistant', assistant_id: sub, approval: 'ask' }]
    const id = await leader([], ana, { tools })
    const running = (decide: (approval: { id: string }) => Promise<unknown>) => {
      upstream.seen.length = 0
      upstream.answer(led([`call_assistant_${sub}`]))
      return Promise.all([ask(id, ana, { stream: true }), waiting().then(decide)])
    }
    const waiting = () =>
      vi.waitFor(async () => {
        const { approvals } = (await app.call('GET', '/approvals', ana)).body
        expect(approvals).toHaveLength(1)
        return approvals[0]
      })
    const [approved] = await running(async (approval) => {
      expect(approval).toMatchObject({
        function: `call_assistant_${sub}`,
        input: { query: expect.any(String) },
      })
      expect((await app.call('GET', '/approvals', ben)).body.approvals).toEqual([])
      expect((await app.call('POST', `/approvals/${approval.id}`, ben, { decision: 'approve' })).status).toBe(
        404,
      )
      const wrong = { decision: 'approve', input: { query: '' } }
      const refused = await app.call('POST', `/approvals/${approval.id}`, ana, wrong)
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('input/query')])
      const input = { query: 'asked otherwise' }
      expect(
        (await app.call('POST', `/approvals/${approval.id}`, ana, { decision: 'approve', input })).status,
      ).toBe(200)
      expect((await app.call('POST', `/approvals/${approval.id}`, ana, { decision: 'reject' })).status).toBe(
        409,
      )
    })
    expect(approved.body).toContain('"approval":{')
    expect(resultsSeen()).toEqual([expect.stringContaining('I am the expert.')])
    const asked = upstream.seen.find(({ body }) => body['model'] === 'sub')
    expect(messagesIn(asked?.body ?? {}).at(-1)?.content).toContain('asked otherwise')

    await running((approval) =>
      app.call('POST', `/approvals/${approval.id}`, ana, { decision: 'reject', reason: 'too dear' }),
    )
    expect(resultsSeen()).toEqual([expect.stringContaining('too dear')])
    await withShortTimers(LOOK_MS, () =>
      running(({ id }) =>
        app.app.services.db.updateTable('approvals').set({ expires_at: 1 }).where('id', '=', id).execute(),
      ),
    )
    expect(resultsSeen()).toEqual([expect.stringContaining('it was not approved in time')])
  })
})
