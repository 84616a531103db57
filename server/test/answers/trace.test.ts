import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chunkOf, frameOf } from '../harness/fake-upstream.ts'
import { ADMIN, onEachDatabase, startTestApp } from '../harness/test-app.ts'
import { odd, PROVIDER_KEY, STUDENT, startTracedApp, type TracedApp } from './tracing.testing.ts'

onEachDatabase('traces of answers ($name)', ({ env }) => {
  let app: TracedApp
  beforeAll(async () => {
    app = await startTracedApp(await env())
  })
  beforeEach(() => app.reset())
  afterAll(() => app.stop())

  it.each([true, false])('have an id each, and are available immediately (stream: %s)', async (stream) => {
    const id = await app.make({ tools: [{ type: 'single_file', config: { file_path: app.file } }] })
    const answer = await app.ask(id, { stream, stream_options: { include_usage: true } })
    expect(answer.status).toBe(200)
    const trace = await app.traceOf(answer)
    expect(trace).toMatchObject({
      assistant_id: id,
      door: '/v1/chat/completions',
      request_model: `lamb_assistant.${id}`,
      provider: 'openai',
      model: 'm',
      outcome: 'ok',
      input_tokens: 7,
      output_tokens: 2,
      iterations: 1,
      capped: false,
      cost: null,
      prompt: null,
      steps: [
        {
          kind: 'tool',
          tool: 'single_file_rag',
          use: 'inject',
          name: 'file',
          iteration: 0,
          outcome: 'ok',
          sources: 1,
        },
        {
          kind: 'model',
          model: 'm',
          iteration: 1,
          input_tokens: 7,
          output_tokens: 2,
          outcome: 'ok',
          reason: null,
        },
        { kind: 'citations' },
      ],
    })
    expect(trace.steps[0].input).toContain(app.file)
    expect(trace.steps[0].output_length).toBe('The guide.'.length)
    expect(JSON.stringify(trace)).not.toMatch(/api_key|canary|The guide\./)
    const list = await app.call('GET', `/assistants/${id}/traces?limit=1`, app.token)
    expect(list.body).toMatchObject({ traces: [{ id: trace.id }], next: null })
  })

  it('have an id on every endpoint', async () => {
    const id = await app.make({})
    const messages = [{ role: 'user', content: 'x' }]
    for (const [path, door] of [
      [`/completions?assistant=${id}`, '/completions'],
      [`/creator/assistant/${id}/chat/completions`, '/creator/assistant/{id}/chat/completions'],
    ]) {
      for (const stream of [true, false]) {
        const answer = await app.call('POST', path ?? '', app.token, { messages, stream })
        expect(await app.traceOf(answer)).toMatchObject({ door, outcome: 'ok', request_model: null })
      }
    }
  })

  it.each([true, false])('exist for failures, without the provider’s key (stream: %s)', async (stream) => {
    app.upstream.answer((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `no ${PROVIDER_KEY}: ${STUDENT}` } }))
    })
    const id = await app.make({})
    const trace = await app.traceOf(await app.ask(id, { stream }))
    expect(trace).toMatchObject({ outcome: 'failed', steps: [{ kind: 'model', outcome: 'failed' }] })
    expect(JSON.stringify(trace)).not.toContain(PROVIDER_KEY)
    expect(app.logged()).not.toMatch(/canary/)
    const refused = await app.ask(999_999, { stream })
    expect(refused.status).toBe(404)
    expect(refused.headers.get('x-trace-id')).toBeNull()
  })

  it('are available immediately, even if the provider keeps its connection open', async () => {
    app.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const end = chunkOf({}, 'stop')
      response.write(frameOf(chunkOf({ content: 'Hi' })) + frameOf(end) + frameOf('[DONE]'))
    })
    const answer = await app.ask(await app.make({}), { stream: true })
    expect(await app.traceOf(answer)).toMatchObject({ outcome: 'ok', iterations: 1 })
  })

  it('mark a stream as cancelled if its client disconnects', async () => {
    app.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ role: 'assistant', content: 'Hel' })))
    })
    const id = await app.make({})
    const gone = new AbortController()
    const response = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      signal: gone.signal,
      headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `lamb_assistant.${id}`,
        stream: true,
        messages: [{ role: 'user', content: 'x' }],
      }),
    })
    await response.body?.getReader().read()
    gone.abort()
    const path = `/traces/${response.headers.get('x-trace-id')}`
    await expect.poll(async () => (await app.call('GET', path, app.token)).status).toBe(200)
    const { body } = await app.call('GET', path, app.token)
    expect(body).toMatchObject({ outcome: 'cancelled', steps: [{ kind: 'model', outcome: 'cancelled' }] })
  })

  it('in verbose mode, show the prompt only to people who may edit', async () => {
    const tools = [{ type: 'single_file', config: { file_path: app.file } }, odd('echo')]
    const id = await app.make({ tools, verbose: true })
    await app.call('PUT', `/creator/assistant/publish/${id}`, app.token, { publish_status: true })
    const answer = await app.ask(id, {}, app.ben)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const full = await app.traceOf(answer)
    expect(full.prompt.at(-1).content).toContain(STUDENT)
    expect(full.prompt.at(-1).content).toContain('The guide.')
    expect(full.prompt.at(-1).content).toContain('the key is [redacted]')
    expect(JSON.stringify(full)).not.toMatch(/api_key|canary-in|sk-canary/)
    for (const credential of [app.token, app.ben]) expect(JSON.stringify(full)).not.toContain(credential)
    const own = await app.traceOf(answer, app.ben)
    expect(own.prompt).toBeNull()
    expect(own.steps[0]).toMatchObject({ tool: 'single_file_rag', input: null })
    expect(JSON.stringify(own)).not.toContain('guide.md')
    const others = await app.ask(id)
    expect((await app.call('GET', `/traces/${others.headers.get('x-trace-id')}`, app.ben)).status).toBe(404)
    const list = async (who: string) =>
      (await app.call('GET', `/assistants/${id}/traces`, who)).body.traces.length
    expect([await list(app.token), await list(app.ben)]).toEqual([2, 1])
  })

  it('are kept as long as the organization says; 0 keeps none', async () => {
    const path = '/organizations/current/settings'
    const setDays = (trace_days: unknown) => app.call('PATCH', path, app.token, { trace_days })
    const days = async () => (await app.call('GET', path, app.token)).body.values.trace_days
    expect(await days()).toBe(30)
    for (const wrong of [-1, 1.5, 'x', 99_999]) expect((await setDays(wrong)).status).toBe(422)
    expect((await setDays(0)).body).toEqual({ trace_days: 0 })
    expect(await days()).toBe(0)
    const id = await app.make({})
    const answer = await app.ask(id)
    const trace = answer.headers.get('x-trace-id')
    expect(trace).toBeTruthy()
    expect((await app.call('GET', `/traces/${trace}`, app.token)).status).toBe(404)
    await setDays(30)
    await app.traceOf(await app.ask(id))
  })
})

it('are written before the server stops', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bellwether-app-'))
  const first = await startTestApp({ DATA_DIR })
  const token = await first.signIn()
  const id = await first.makeAssistant(token)
  const answer = await first.call('POST', `/completions?assistant=${id}`, token, {
    messages: [{ role: 'user', content: 'x' }],
  })
  await first.stop()
  const second = await startTestApp({ DATA_DIR })
  const path = `/traces/${answer.headers.get('x-trace-id')}`
  const again = await second.signIn(ADMIN.email, ADMIN.password)
  expect((await second.call('GET', path, again)).body).toMatchObject({ assistant_id: id, outcome: 'ok' })
  await second.stop()
})
