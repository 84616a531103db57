import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withoutFences } from '../../src/completions/context/fence.testing.ts'
import { calls, says } from '../harness/fake-upstream.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { odd, STUDENT, startTracedApp, type TracedApp } from './tracing.testing.ts'

const hasCalled = (messages: unknown) =>
  (messages as { role: string }[]).some((message) => message.role === 'tool')

onEachDatabase('steps of a trace ($name)', ({ env }) => {
  let app: TracedApp
  beforeAll(async () => {
    app = await startTracedApp(await env())
  })
  beforeEach(() => app.reset())
  afterAll(() => app.stop())

  it.each([
    ['throws', 'failed', 'it failed'],
    ['throws-late', 'failed', 'it failed'],
    ['refuses', 'failed', expect.stringMatching(/^db\.internal says \[redacted\]/)],
    ['hangs', 'timeout', 'it took too long'],
  ])('reports a tool that %s in safe words, and logs none of its text', async (mode, outcome, reason) => {
    const id = await app.make({ tools: [odd(mode)], tool_timeout_ms: 1000 })
    const answer = await app.ask(id)
    expect(answer.body.choices[0].message.content).toBe('Hello world')
    const trace = await app.traceOf(answer)
    expect(trace.steps[0]).toMatchObject({ tool: 'odd', outcome, reason, input: `{"mode":"${mode}"}` })
    expect(JSON.stringify(trace)).not.toMatch(/api_key|canary-in/)
    expect(app.logged()).toContain('"tool":"odd"')
    expect(app.logged()).not.toMatch(/canary|db\.internal/)
  })

  it('uses an entry’s own limit, and does not record filled settings', async () => {
    const tools = [
      odd('hangs', { timeout_ms: 1000 }),
      odd('question', { placeholder: 'said' }),
      { type: 'odd', placeholder: 'last', config: { mode: 'empty', note: 'about {said}' } },
    ]
    const trace = await app.traceOf(await app.ask(await app.make({ tools, tool_timeout_ms: 60_000 })))
    expect(trace.steps.map((step: { name: string }) => step.name)).toEqual(['odd', 'said', 'last', undefined])
    expect(trace.steps[0]).toMatchObject({ outcome: 'timeout' })
    expect(trace.steps[2]).toMatchObject({ outcome: 'ok', input: '{"mode":"empty","note":"about {said}"}' })
    expect(JSON.stringify(trace)).not.toContain(STUDENT)
  })

  it('truncates a long output, never within a character', async () => {
    const id = await app.make({ tools: [odd('long')] }, '{odd}')
    const trace = await app.traceOf(await app.ask(id))
    expect(trace.steps[0]).toMatchObject({ cut: true, output_length: 200_004 })
    const [message] = (app.upstream.seen.at(-1)?.body['messages'] ?? []) as { content: string }[]
    expect(withoutFences(message?.content ?? '').trim()).toBe('x'.repeat(199_999))
  })

  it('records arguments and rounds of called tools, and the limit of rounds', async () => {
    app.upstream.answer((response, seen) =>
      (seen.body['tools'] ? calls('get_weather', { city: 'Lleida', token: 'abc' }) : says('Enough.'))(
        response,
        seen,
      ),
    )
    const id = await app.make({ tools: ['weather'], max_tool_iterations: 2 })
    const answer = await app.ask(id, { stream: true })
    expect(answer.body).toContain('Stopped calling tools after 2 rounds')
    // The failure names a server, which only the author may see.
    const toModel = JSON.stringify(app.upstream.seen.at(-1)?.body)
    expect(toModel).toContain('the weather service could not be used: The server refused')
    expect(toModel + answer.body).not.toContain('127.0.0.1')
    const trace = await app.traceOf(answer)
    expect(trace).toMatchObject({ capped: true, iterations: 3, outcome: 'ok' })
    expect(
      trace.steps.map((step: { kind: string; iteration: number }) => [step.kind, step.iteration]),
    ).toEqual([
      ['model', 1],
      ['tool', 1],
      ['model', 2],
      ['tool', 2],
      ['model', 3],
    ])
    expect(trace.steps[1]).toMatchObject({
      tool: 'weather',
      use: 'call',
      name: 'get_weather',
      input: '{"city":"Lleida"}',
      outcome: 'failed',
      reason: expect.stringContaining('127.0.0.1'),
    })
    expect(app.logged()).not.toContain('Lleida')
  })

  it('records calls that can’t be run', async () => {
    app.upstream.answer((response, seen) =>
      (hasCalled(seen.body['messages']) ? says('Done.') : calls('nope', {}))(response, seen),
    )
    const trace = await app.traceOf(await app.ask(await app.make({ tools: ['weather'] })))
    expect(trace.steps[1]).toMatchObject({
      name: 'nope',
      outcome: 'failed',
      reason: 'Function nope not found',
    })
    expect(trace).toMatchObject({ capped: false, iterations: 2 })
  })

  it.each([
    [{ tool_timeout_ms: 10 }, /^tool_timeout_ms: .*1000/],
    [{ tool_timeout_ms: '5000' }, /^tool_timeout_ms/],
    [{ max_tool_iterations: 0 }, /^max_tool_iterations: .*1/],
    [{ max_tool_iterations: 2.5 }, /^max_tool_iterations/],
    [{ tools: ['weather', { type: 'weather', timeout_ms: 999_999 }] }, /^tools\/1\/timeout_ms/],
  ])('refuses to save %j', async (limits, words) => {
    const metadata = { assistant_type: 'multi_tool', connector: 'openai', llm: 'm', ...limits }
    const answer = await app.call('POST', '/assistants', app.token, { name: `n${Math.random()}`, metadata })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toMatch(words)
  })
})
