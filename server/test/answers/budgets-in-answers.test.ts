import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { usageRepository } from '../../src/modules/usage/index.ts'
import { chunkOf, frameOf, type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const question = [{ role: 'user', content: 'What is a bellwether?' }]
const PRICES = {
  currency: 'EUR',
  prices: [
    { provider: 'openai', model: 'big', input: 1000, output: 1000 },
    { provider: 'openai', model: 'small', input: 1, output: 1 },
  ],
}

/** The model calls a tool, each time with a usage of 7 and 3 tokens, if it reports usage at all. */
const calls =
  (times: number, counts = true): Script =>
  (response, { body }) => {
    const messages = body['messages'] as { role: string }[]
    const made = messages.filter(({ role }) => role === 'tool').length
    const offered = Array.isArray(body['tools'])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const call = {
      index: 0,
      id: `c${made}`,
      type: 'function',
      function: { name: 'get_weather', arguments: '{"city":"x"}' },
    }
    if (offered && made < times) response.write(frameOf(chunkOf({ tool_calls: [call] }, 'tool_calls')))
    else response.write(frameOf(chunkOf({ content: 'done' }, 'stop')))
    const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
    if (counts) response.write(frameOf({ ...chunkOf({}), choices: [], usage }))
    response.end(frameOf('[DONE]'))
  }

onEachDatabase('budgets in answers ($name)', ({ env }) => {
  let app: TestApp
  let upstream: Awaited<ReturnType<typeof startFakeUpstream>>
  let admin: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'sk-test',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'small',
      OPEN_METEO_GEOCODING_URL: 'http://127.0.0.1:1',
    })
    admin = await app.signIn()
    assistant = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'big' } })
    const set = await app.call('PUT', '/organizations/current/prices', admin, PRICES)
    expect(set.status, JSON.stringify(set.body)).toBe(200)
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  beforeEach(async () => {
    upstream.answer(says('Hello', ' world'))
    const { budgets } = (await app.call('GET', '/organizations/current/budgets', admin)).body
    for (const { id } of budgets) await app.call('DELETE', `/budgets/${id}`, admin)
    // A new budget counts what the tests before used today.
    await app.app.services.usage.flush()
    await app.app.services.db.deleteFrom('usage_records').execute()
  })

  const ask = (body: object = {}, id = assistant, token = admin) =>
    app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages: question,
      max_tokens: 50,
      ...body,
    })
  const limit = async (body: object) => {
    const made = await app.call('POST', '/organizations/current/budgets', admin, {
      scope: 'organization',
      period: 'day',
      ...body,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.id as number
  }
  const stateOf = async (id: number) => (await app.call('GET', `/budgets/${id}`, admin)).body.states[0]
  const traceOf = async (answer: { headers: Headers }) =>
    (await app.call('GET', `/traces/${answer.headers.get('x-trace-id')}`, admin)).body

  it('record the cost of an answer in its trace and in the usage', async () => {
    const trace = await traceOf(await ask({ stream: false }))
    // 7 input and 2 output tokens, at 1000 per million.
    expect(trace.cost).toBeCloseTo(0.009, 9)
    expect(trace.steps.at(-1)).toMatchObject({ kind: 'model', cost: 0.009 })
    await app.app.services.usage.flush()
    const day = new Date().toISOString().slice(0, 10)
    const report = (await app.call('GET', `/usage?from=${day}&to=${day}`, admin)).body
    expect(report.currency).toBe('EUR')
    expect(report.models.find((one: { model: string }) => one.model === 'big').cost).toBeGreaterThan(0)
  })

  it('say at the organization and its assistants that they are used up, until they reset or are raised', async () => {
    const other = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'big' } })
    const shown = async () => {
      const listed = (await app.call('GET', '/assistants?scope=mine&limit=100', admin)).body.assistants
      return [assistant, other].map(
        (id) => listed.find((one: { id: number }) => one.id === id)?.budget_used_up_until,
      )
    }
    const read = async () => (await app.call('GET', `/assistants/${assistant}`, admin)).body
    const counted = async () =>
      (await app.call('GET', '/creator/admin/org-admin/dashboard', admin)).body.budgets_used_up
    expect([await shown(), await counted()]).toEqual([[null, null], 0])

    // Too small for any answer: nothing is spent, and everything is refused.
    const small = await limit({ scope: 'assistant', assistant_id: assistant, max_tokens: 1 })
    expect((await ask()).status).toBe(429)
    const { resets_at: day } = (await app.call('GET', `/budgets/${small}`, admin)).body
    expect([await shown(), await counted()]).toEqual([[day, null], 1])
    expect(await read()).toMatchObject({ budget_used_up_until: day })
    expect((await app.call('PATCH', `/budgets/${small}`, admin, { max_tokens: 10_000 })).status).toBe(200)
    expect([await shown(), await counted()]).toEqual([[null, null], 0])

    const whole = await limit({ period: 'month', max_requests: 1 })
    expect((await ask()).status).toBe(200)
    const { resets_at: month } = (await app.call('GET', `/budgets/${whole}`, admin)).body
    expect([await shown(), await counted()]).toEqual([[month, month], 1])
    await app.call('DELETE', `/budgets/${whole}`, admin)

    // One person's share says nothing about the others.
    await limit({ scope: 'user', max_requests: 2 })
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect([await shown(), await counted()]).toEqual([[null, null], 0])

    // A budget that was set for this person is for admins to look at.
    const { id: person } = (await app.call('GET', '/creator/user/current', admin)).body
    await limit({ scope: 'user', user_id: person, max_requests: 1 })
    await ask()
    expect((await ask()).status).toBe(429)
    expect([await shown(), await counted()]).toEqual([[null, null], 1])
  })

  it('settle to the usage that the provider reports, streamed or not', async () => {
    const id = await limit({ max_cost: 100, max_tokens: 10_000, max_requests: 100 })
    expect((await ask()).status).toBe(200)
    expect((await ask({ stream: true, stream_options: { include_usage: true } })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({
      spent: { cost: 0.018, tokens: 18, requests: 2 },
      reserved: { cost: 0, tokens: 0, requests: 0 },
    })
  })

  it('accept exactly as many answers as fit, and refuse the rest with 429', async () => {
    const id = await limit({ max_requests: 10 })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask({ stream: at % 2 === 0 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('content-type')).toContain('json')
    const { error } = refused[0]?.body ?? {}
    expect(error).toMatchObject({ code: 'quota_exceeded', type: 'insufficient_quota' })
    expect(error.message).toMatch(/resets at \d{4}-\d\d-\d\d 00:00 UTC.*To get more, ask/)
    expect(await stateOf(id)).toMatchObject({ spent: { requests: 10 }, reserved: { requests: 0 } })
    const lamb = await app.call('POST', `/lamb/v1/completions?assistant=${assistant}`, admin, {
      messages: question,
    })
    expect(lamb).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } })
  })

  it('refuse an answer that may need more than is left', async () => {
    await limit({ max_tokens: 500 })
    expect((await ask({ max_tokens: 400 })).status).toBe(200)
    expect((await ask({ max_tokens: 600 })).status).toBe(429)
    for (const wrong of [{ max_tokens: 'lots' }, { n: '100' }, { n: [100] }, { n: 2 }, { best_of: 100 }])
      expect((await ask(wrong)).status).toBe(400)
  })

  it('count input and streamed output when the client disconnects', async () => {
    const id = await limit({ max_tokens: 100_000 })
    upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < 20; at++) response.write(frameOf(chunkOf({ content: 'word ' })))
    })
    const leaving = new AbortController()
    const answer = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: `lamb_assistant.${assistant}`, messages: question, stream: true }),
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    leaving.abort()
    await expect.poll(async () => (await stateOf(id)).reserved.tokens).toBe(0)
    const { spent } = await stateOf(id)
    expect(spent.requests).toBe(1)
    // The prompt alone takes about six.
    expect(spent.tokens).toBeGreaterThan(12)
    expect(spent.tokens).toBeLessThan(200)
    await app.app.services.usage.flush()
    const used = await usageRepository.lastOf(app.app.services.db, assistant)
    expect(used).toMatchObject({ outcome: 'cancelled' })
    expect(Number(used?.input_tokens) + Number(used?.output_tokens)).toBe(spent.tokens)
    const trace = (await app.call('GET', `/traces/${answer.headers.get('x-trace-id')}`, admin)).body
    expect(trace.input_tokens + trace.output_tokens).toBe(spent.tokens)
  })

  it('release the reservation if the provider refuses', async () => {
    const id = await limit({ max_requests: 5 })
    upstream.answer((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
    })
    expect((await ask()).status).toBeGreaterThanOrEqual(400)
    expect(await stateOf(id)).toMatchObject({ spent: { requests: 0 }, reserved: { requests: 0 } })
  })

  it('charge nothing for a prompt preview', async () => {
    const id = await limit({ max_requests: 5 })
    const shown = await app.call('POST', `/assistants/${assistant}/preview`, admin, { messages: question })
    expect([200, 404]).toContain(shown.status)
    expect(await stateOf(id)).toMatchObject({ spent: { requests: 0 }, reserved: { requests: 0 } })
  })

  it('reduce the answer near the limit, and say so', async () => {
    const tools = [{ type: 'weather', use: 'call' }]
    const agent = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'big', tools } })
    const degrade = { fast_model_at: 20, no_tools_at: 40, sources_only_at: 60 }
    const id = await limit({ max_requests: 5, degrade })
    const seen = () => upstream.seen.at(-1)?.body
    expect((await ask({}, agent)).headers.get('x-budget-degraded')).toBeNull()
    expect(seen()).toMatchObject({ model: 'big', tools: expect.any(Array) })

    const second = await ask({}, agent)
    expect(seen()).toMatchObject({ model: 'small', tools: expect.any(Array) })
    expect(second.headers.get('x-budget-degraded')).toBe('fast_model')
    expect(second.body.budget).toMatchObject({ degraded: ['fast_model'] })
    expect((await traceOf(second)).notes[0]).toContain('20 % used up')

    const third = await ask({ stream: true }, agent)
    expect(seen()).toMatchObject({ model: 'small' })
    expect(seen()?.['tools']).toBeUndefined()
    expect(third.headers.get('x-budget-degraded')).toBe('fast_model, no_tools')
    expect(third.body).toContain('"status":"budget"')
    expect(third.body).toContain('calls no tools')

    const before = upstream.seen.length
    const fourth = await ask({}, agent)
    expect(fourth.status).toBe(200)
    expect(fourth.headers.get('x-budget-degraded')).toBe('sources_only')
    expect((await ask({}, agent)).status).toBe(200)
    expect(upstream.seen.length).toBe(before)
    expect((await ask({}, agent)).status).toBe(429)
    expect((await stateOf(id)).spent.requests).toBe(5)
  })

  it('with sources only, call no model, not even for injected tools', async () => {
    const expert = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'expert' } })
    const metadata = {
      assistant_type: 'multi_tool',
      prompt_processor: 'multi_augment',
      connector: 'openai',
      llm: 'big',
      tools: [
        { type: 'assistant', use: 'inject', config: { assistant_id: expert } },
        { type: 'query_rewrite', use: 'inject' },
      ],
    }
    const prompt_template = '{tool_result} {query} {user_input}'
    const leader = await app.makeAssistant(admin, { metadata, prompt_template })
    await limit({
      scope: 'assistant',
      assistant_id: leader,
      max_requests: 5,
      degrade: { sources_only_at: 20 },
    })
    const before = upstream.seen.length
    await ask({}, leader)
    const models = upstream.seen.slice(before).map(({ body }) => body['model'])
    expect(models.toSorted()).toEqual(['big', 'expert', 'small'])
    const quoting = await ask({}, leader)
    expect(quoting.headers.get('x-budget-degraded')).toBe('sources_only')
    expect(quoting.body.choices[0].message.content).toMatch(/^The budget is nearly used up/)
    expect(upstream.seen).toHaveLength(before + 3)
  })

  it('stop a model that keeps calling tools', async () => {
    const tools = [{ type: 'weather', use: 'call' }]
    const metadata = { connector: 'openai', llm: 'big', tools, max_tool_iterations: 20 }
    const agent = await app.makeAssistant(admin, { metadata })
    upstream.answer(calls(20))
    const id = await limit({ max_tokens: 130 })
    const answer = await ask({ max_tokens: 50 }, agent)
    expect(answer.status).toBe(429)
    const { spent, reserved } = await stateOf(id)
    expect(spent.tokens).toBeGreaterThan(9)
    expect(spent.tokens).toBeLessThanOrEqual(130)
    expect(reserved.tokens).toBe(0)
  })

  it('estimate every round of a provider that reports no usage', async () => {
    const metadata = { connector: 'openai', llm: 'big', tools: [{ type: 'weather', use: 'call' }] }
    const agent = await app.makeAssistant(admin, { metadata, system_prompt: 'x'.repeat(4000) })
    upstream.answer(calls(3, false))
    const id = await limit({ max_tokens: 100_000 })
    expect((await ask({}, agent)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ reserved: { tokens: 0 } })
    expect((await stateOf(id)).spent.tokens).toBeGreaterThan(4 * 1000)
  })

  it('apply in addition to limits of one answer: tools, tokens, time', async () => {
    const tools = [{ type: 'weather', use: 'call' }]
    const make = (limits: object) =>
      app.makeAssistant(admin, {
        metadata: { connector: 'openai', llm: 'big', tools, max_tool_iterations: 20, limits },
      })
    upstream.answer(calls(20))
    const few = await ask({}, await make({ tool_calls: 2 }))
    expect(few.body.choices[0].message.content).toBe('done')
    expect((await traceOf(few)).steps.filter((one: { use?: string }) => one.use === 'call')).toHaveLength(2)
    const small = await traceOf(await ask({}, await make({ tokens: 25 })))
    expect(small.iterations).toBe(4)
    expect(small.capped).toBe(true)

    upstream.answer(() => undefined)
    const slow = await ask({}, await make({ seconds: 1 }))
    expect(slow.status).toBe(504)
    await expect.poll(() => upstream.open()).toBe(0)
    await expect(make({ seconds: -1 })).rejects.toThrow('limits/seconds')

    upstream.answer(calls(20))
    const patient = await make({ tool_calls: 20 })
    await app.call('PUT', '/organizations/current/limits', admin, { tool_calls: 1 })
    const capped = await traceOf(await ask({}, patient))
    expect(capped.steps.filter((one: { use?: string }) => one.use === 'call')).toHaveLength(1)
    expect((await app.call('PUT', '/organizations/current/limits', admin, {})).status).toBe(200)
    expect((await app.call('PUT', '/organizations/current/limits', admin, { tokens: 0 })).status).toBe(422)
  })
})
