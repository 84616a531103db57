import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callsAndSays,
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

interface Status {
  status: string
  tool: string | null
  message: string
  call_id?: string
  parent_call_id?: string
  elapsed_ms?: number
}

/** Calls one function twice at once with the same id, as some servers do. */
const callsTwice =
  (name: string): Script =>
  (response, seen) => {
    const messages = seen.body['messages'] as { role: string }[]
    if (messages.some(({ role }) => role === 'tool')) return says('Done.')(response, seen)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const index of [0, 1]) {
      const call = { name, arguments: JSON.stringify({ city: '' }) }
      response.write(
        frameOf(chunkOf({ tool_calls: [{ index, id: 'same', type: 'function', function: call }] })),
      )
    }
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.end(frameOf('[DONE]'))
  }

describe('tool statuses in a stream', () => {
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

  const make = (metadata: object) =>
    app.makeAssistant(token, {
      prompt_template: '{context}{rubric}{weather}{user_input}',
      metadata: { connector: 'openai', llm: 'm', ...metadata },
    })
  async function statusesOf(id: number): Promise<Status[]> {
    const messages = [{ role: 'user', content: 'Hello' }]
    const { body } = await app.call('POST', `/completions?assistant_id=${id}`, token, {
      messages,
      stream: true,
    })
    return [...String(body).matchAll(/"status":(\{[^}]*\})/g)].map(([, json = '']) => JSON.parse(json))
  }

  it('have a unique id per call, from start to end', async () => {
    upstream.answer(callsTwice('get_weather'))
    const statuses = await statusesOf(await make({ tools: ['weather'] }))
    const begun = statuses.filter(({ status }) => status === 'tool_call').map((one) => one.call_id)
    expect(new Set(begun).size).toBe(2)
    const ended = statuses.filter(({ elapsed_ms }) => elapsed_ms !== undefined).map((one) => one.call_id)
    expect([...ended].sort()).toEqual([...begun].sort())
  })

  it('have a unique id per injected tool, even without a status text; “no RAG” has none', async () => {
    upstream.answer(says('Hello'))
    const tools = [
      { type: 'simple_rag', config: { collections: ['gone', 'lost'] } },
      { type: 'weather', use: 'inject', config: {} },
    ]
    const statuses = await statusesOf(await make({ tools }))
    expect(statuses.filter(({ status }) => status === 'tool_start')).toEqual([
      expect.objectContaining({ call_id: 'inject_context', message: 'querying knowledge base gone' }),
      expect.objectContaining({ call_id: 'inject_weather', message: 'running Weather' }),
    ])
    expect(statuses.find(({ status }) => status === 'tool_progress')?.call_id).toBe('inject_context')
    expect(await statusesOf(await make({}))).toEqual([])
  })

  it('of a nested assistant name the parent call', async () => {
    const sub = await make({
      llm: 'sub',
      tools: [{ type: 'simple_rag', config: { collections: ['gone'] } }],
    })
    const leader = await make({ tools: [{ type: 'assistant', assistant_id: sub }] })
    upstream.answer((response, seen) =>
      (seen.body['model'] === 'sub'
        ? says('Because.')
        : callsAndSays(`call_assistant_${sub}`, { query: 'Why?' }))(response, seen),
    )
    const statuses = await statusesOf(leader)
    const call = statuses.find(({ status }) => status === 'tool_call')
    const part = statuses.find(({ status }) => status === 'tool_start')
    expect(part).toMatchObject({ call_id: 'inject_context', parent_call_id: call?.call_id })
    expect(statuses.at(-1)).toMatchObject({ status: 'tool_complete', call_id: call?.call_id })
  })
})
