import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

/** Answers like Anthropic or Ollama, depending on the URL, and records the requests. */
async function startOtherProviders() {
  const seen: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      // It has no list of models.
      if (request.method === 'GET') return void response.writeHead(404).end()
      seen.push(JSON.parse(Buffer.concat(parts).toString()))
      if (request.url?.endsWith('/api/chat')) {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' })
        response.end(`${JSON.stringify({ message: { role: 'assistant', content: 'ok' }, done: true })}\n`)
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of [
        { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ])
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

const call = (id: string, name: string) => ({
  id,
  type: 'function',
  function: { name, arguments: '{"a":1}' },
})
const TOOLS = [
  { type: 'function', function: { name: 'add', description: 'Adds', parameters: { type: 'object' } } },
  { type: 'function', function: { name: 'now' } },
]
const SECOND_ROUND = [
  { role: 'user', content: 'How much?' },
  { role: 'assistant', content: null, tool_calls: [call('c1', 'add'), call('c2', 'now')] },
  { role: 'tool', tool_call_id: 'c1', content: 'RESULT' },
  { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: '{context} NOON' }] },
]

describe('second round of a client’s own tools', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let others: Awaited<ReturnType<typeof startOtherProviders>>
  let token: string

  beforeAll(async () => {
    upstream = await startFakeUpstream(says('ok'))
    others = await startOtherProviders()
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'sk-test-key-of-the-operator',
      OLLAMA_BASE_URL: others.url,
      ANTHROPIC_API_KEY: 'sk-ant-test-key-1234',
      ANTHROPIC_BASE_URL: others.url,
    })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    await others.stop()
  })

  const make = (metadata: object, template = 'Q: {user_input}') =>
    app.makeAssistant(token, {
      system_prompt: 'Be brief.',
      prompt_template: template,
      metadata: { connector: 'openai', llm: 'm', ...metadata },
    })
  const ask = async (id: number, body: object) =>
    app.call('POST', '/v1/chat/completions', token, { model: `lamb_assistant.${id}`, ...body })

  it.each(['simple_augment', 'multi_augment', 'tool_augment', 'context_aware_augment', 'moodle_augment'])(
    '%s: fills the template with the user’s message and passes results unchanged',
    async (prompt_processor) => {
      const id = await make({ prompt_processor })
      const answer = await ask(id, { messages: SECOND_ROUND, tools: TOOLS })
      expect(answer.status).toBe(200)
      const body = upstream.seen.at(-1)?.body ?? {}
      expect(body['tools']).toEqual(TOOLS)
      const [system, question, ...rest] = body['messages'] as { role: string; content: string }[]
      expect(system?.role).toBe('system')
      expect(question).toEqual({ role: 'user', content: 'Q: \n\nHow much?\n\n' })
      expect(rest).toEqual(SECOND_ROUND.slice(1))
    },
  )

  it('finds the question before a final assistant or system message', async () => {
    const id = await make({})
    for (const last of [
      { role: 'assistant', content: 'It is' },
      { role: 'system', content: 'Be kind.' },
    ]) {
      await ask(id, { messages: [{ role: 'user', content: 'Why?' }, last] })
      const messages = upstream.seen.at(-1)?.body['messages'] as object[]
      expect(messages.slice(1)).toEqual([{ role: 'user', content: 'Q: \n\nWhy?\n\n' }, last])
    }
  })

  it('runs the assistant’s tools with the user’s question', async () => {
    const form = new FormData()
    form.set('file', new File(['The sheep follow.'], 'sheep.md', { type: 'text/markdown' }))
    const { path } = (await app.call('POST', '/creator/files/upload', token, form)).body
    const id = await make({ rag_processor: 'single_file_rag', file_path: path }, '{context} {user_input}')
    await ask(id, { messages: SECOND_ROUND, tools: TOOLS })
    const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
    expect(messages[1]?.content).toContain('The sheep follow.')
    expect(messages[3]).toEqual(SECOND_ROUND[2])
  })

  it('Anthropic: translates ids, schemas and the choice', async () => {
    const id = await make({ connector: 'anthropic', llm: 'claude' })
    const options = { tool_choice: 'required', parallel_tool_calls: false }
    const answer = await ask(id, { messages: SECOND_ROUND, tools: TOOLS, ...options })
    expect(answer.body.choices[0].message.content).toBe('ok')
    expect(others.seen.at(-1)).toMatchObject({
      tools: [
        { name: 'add', description: 'Adds', input_schema: { type: 'object' } },
        { name: 'now', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Q: \n\nHow much?\n\n' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c1', name: 'add', input: { a: 1 } },
            { type: 'tool_use', id: 'c2', name: 'now', input: { a: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'RESULT' },
            { type: 'tool_result', tool_use_id: 'c2', content: '{context} NOON' },
          ],
        },
      ],
    })
  })

  it('Ollama: translates tools and the names of results', async () => {
    const id = await make({ connector: 'ollama', llm: 'llama' })
    const answer = await ask(id, { messages: SECOND_ROUND, tools: TOOLS, tool_choice: 'auto' })
    expect(answer.body.choices[0].message.content).toBe('ok')
    expect(others.seen.at(-1)).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'add' } },
        { type: 'function', function: { name: 'now' } },
      ],
      messages: [
        { role: 'system' },
        { role: 'user', content: 'Q: \n\nHow much?\n\n' },
        { role: 'assistant', tool_calls: [{ function: { name: 'add' } }, { function: { name: 'now' } }] },
        { role: 'tool', tool_name: 'add', content: 'RESULT' },
        { role: 'tool', tool_name: 'now', content: '{context} NOON' },
      ],
    })
    await ask(id, { messages: SECOND_ROUND, tools: TOOLS, tool_choice: 'none' })
    expect(others.seen.at(-1)).not.toHaveProperty('tools')
  })

  const SCHEMA = { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } }
  it.each([
    ['anthropic', { logprobs: true }, 'logprobs'],
    ['anthropic', { top_logprobs: 3 }, 'top_logprobs'],
    ['anthropic', { response_format: { type: 'json_object' } }, 'response_format'],
    ['anthropic', { response_format: SCHEMA }, 'response_format'],
    ['anthropic', { seed: 1 }, 'seed'],
    ['anthropic', { frequency_penalty: 1 }, 'frequency_penalty'],
    ['anthropic', { logit_bias: { 1: 1 } }, 'logit_bias'],
    ['anthropic', { functions: [{ name: 'add' }] }, 'functions'],
    ['anthropic', { tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools.0.type'],
    ['ollama', { logprobs: true }, 'logprobs'],
    ['ollama', { tools: TOOLS, tool_choice: 'required' }, 'tool_choice'],
    ['ollama', { tools: TOOLS, parallel_tool_calls: false }, 'parallel_tool_calls'],
    ['ollama', { logit_bias: { 1: 1 } }, 'logit_bias'],
    ['quotes', { tools: TOOLS }, 'tools'],
    ['quotes', { response_format: SCHEMA }, 'response_format'],
  ])('%s: refuses %j', async (connector, params, param) => {
    const id = await make({ connector, llm: 'm', client_policy: { max_n: 4 } })
    const before = others.seen.length
    for (const stream of [false, true]) {
      const answer = await ask(id, { messages: [{ role: 'user', content: 'x' }], stream, ...params })
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param })
    }
    expect(others.seen.length).toBe(before)
    const many = await ask(id, { messages: [{ role: 'user', content: 'x' }], n: 2 })
    expect(many.body.error).toMatchObject({ param: 'n' })
  })

  it.each(['anthropic', 'ollama'])('%s: accepts parameters with ordinary values', async (connector) => {
    const id = await make({ connector, llm: 'm' })
    const answer = await ask(id, {
      messages: [{ role: 'user', content: 'x' }],
      n: 1,
      logprobs: false,
      response_format: { type: 'text' },
      frequency_penalty: 0,
      presence_penalty: 0,
      stop: ['END'],
      temperature: 0.3,
      user: 'someone',
      tools: [],
      tool_choice: null,
    })
    expect(answer.status).toBe(200)
  })

  it('calls no provider with unsupported parameters', async () => {
    const id = await make({})
    const before = upstream.seen.length
    const question = [{ role: 'user', content: 'x' }]
    for (const [body, param] of [
      [{ messages: question, n: 100 }, 'n'],
      [{ messages: question, n: '100' }, 'n'],
      [{ messages: question, temperature: 99 }, 'temperature'],
      [{ messages: question, max_tokens: 1e12 }, 'max_tokens'],
      [{ messages: SECOND_ROUND.slice(2), tools: TOOLS }, 'messages.0.tool_call_id'],
      [
        {
          messages: [
            { role: 'user', content: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] },
          ],
        },
        'messages.0.content.0.image_url.url',
      ],
    ] as const) {
      const answer = await ask(id, body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param })
    }
    expect(upstream.seen.length).toBe(before)
    await ask(id, { messages: question, store: true, service_tier: 'priority', web_search_options: {} })
    const sent = upstream.seen.at(-1)?.body ?? {}
    for (const name of ['store', 'service_tier', 'web_search_options']) expect(sent).not.toHaveProperty(name)
  })
})
