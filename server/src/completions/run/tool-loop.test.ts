import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { usageRepository } from '../../modules/usage/index.ts'

type Message = {
  role: string
  content: string
  tool_call_id?: string
  tool_calls?: { function: { name: string } }[]
}
const call = (index: number, part: object) => chunkOf({ tool_calls: [{ index, ...part }] })
const toolTurn =
  (...payloads: object[]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const payload of payloads) response.write(frameOf(payload))
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.write(
      frameOf({
        ...chunkOf({}),
        choices: [],
        usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
      }),
    )
    response.end(frameOf('[DONE]'))
  }
/** Calls tools in the first rounds, then answers. */
const turns =
  (...scripts: Script[]): Script =>
  (response, seen) => {
    const done = (seen.body['messages'] as Message[]).filter(
      (message) => message.role === 'assistant' && message.tool_calls,
    ).length
    return (scripts[done] ?? says('It is', ' done.'))(response, seen)
  }
const reads = (id = 'call_1') =>
  call(0, { id, type: 'function', function: { name: 'read_course_file', arguments: '{}' } })

/** Matches text marked as data; the marker differs in each answer. */
const fenced = (text: string) =>
  expect.stringMatching(new RegExp(`^<(data-[0-9a-f]{8}) from="read_course_file">\\n${text}\\n</\\1>\\n`))

describe('function calls of the model', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let openai: OpenAI
  let model: string

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    openai = new OpenAI({ apiKey: token, baseURL: `${app.url}/v1`, maxRetries: 0 })
    const form = new FormData()
    form.set('file', new File(['Sheep follow the bellwether.'], 'sheep.md'))
    const { path } = (await app.call('POST', '/creator/files/upload', token, form)).body
    const tools = [
      { type: 'single_file_rag', use: 'call', config: { file_path: path } },
      { type: 'single_file_rag', use: 'call', config: { file_path: '999/none.md' } },
      { type: 'single_file_rag', use: 'call', config: { file_path: path } },
      { type: 'single_file_rag', use: 'call', enabled: false, config: { file_path: path } },
    ]
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai_tools', llm: 'm', tools } })
    model = `lamb_assistant.${id}`
  })
  beforeEach(() => {
    upstream.seen.length = 0
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  const ask = () =>
    openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Who leads?' }] })
  const messagesOf = (turn: number) => (upstream.seen[turn]?.body['messages'] ?? []) as Message[]

  it('offers functions with unique names, runs them and returns their results; sums up usage', async () => {
    upstream.answer(turns(toolTurn(reads())))
    const answer = await ask()
    expect(answer.choices[0]?.message.content).toBe('It is done.')
    expect(answer.choices[0]?.finish_reason).toBe('stop')
    expect(answer.usage).toEqual({ prompt_tokens: 17, completion_tokens: 3, total_tokens: 20 })
    expect(answer).toMatchObject({ sources: [{ source: { name: 'sheep.md' } }] })
    const offered = upstream.seen[0]?.body['tools'] as { function: { name: string; parameters: object } }[]
    expect(offered.map((one) => one.function.name)).toEqual(['read_course_file', 'read_course_file_3'])
    expect(messagesOf(1).slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'read_course_file' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: fenced('Sheep follow the bellwether.') },
    ])
  })

  it('accepts irregular calls: interleaved, split, without ids or index, repeated names, no arguments', async () => {
    upstream.answer(
      turns(
        toolTurn(
          call(1, { id: 'b', function: { name: 'read_course_file_2' } }),
          call(0, { function: { name: 'read_course_file', arguments: '{' } }),
          call(1, { function: { name: 'read_course_file_2', arguments: '' } }),
          call(0, { function: { name: 'read_course_file', arguments: '}' } }),
          call(2, { id: 'c', function: { name: 'nope', arguments: '{}' } }),
          call(3, { id: 'd', function: { name: 'read_course_file', arguments: '{"a":' } }),
        ),
      ),
    )
    expect((await ask()).choices[0]?.message.content).toBe('It is done.')
    const results = messagesOf(1).filter((message) => message.role === 'tool')
    expect(results.map((message) => message.content)).toEqual([
      fenced('Sheep follow the bellwether.'),
      '{"error":"the file was not found, or the assistant’s owner has no access to it"}',
      '{"error":"Function nope not found"}',
      '{"error":"The arguments are not valid JSON"}',
    ])
    const made = messagesOf(1).find((message) => message.tool_calls)?.tool_calls as unknown as {
      id: string
    }[]
    expect(new Set(made.map((one) => one.id)).size).toBe(4)
    expect(results.map((message) => message.tool_call_id)).toEqual(made.map((one) => one.id))
  })

  it('streams text before a call; statuses are chunks that strict clients accept, and can be turned off', async () => {
    upstream.answer(turns(toolTurn(chunkOf({ content: 'Let me look.' }), reads())))
    const runner = openai.chat.completions.stream({ model, messages: [{ role: 'user', content: 'x' }] })
    const chunks: { status?: { status: string; tool: string; message: string; elapsed_ms?: number } }[] = []
    runner.on('chunk', (chunk) => chunks.push(chunk as object))
    expect((await runner.finalChatCompletion()).choices[0]?.message.content).toBe(
      'Let me look.\n\nIt is done.',
    )
    expect(chunks.flatMap((chunk) => chunk.status ?? [])).toEqual([
      {
        type: 'status',
        status: 'tool_call',
        tool: 'read_course_file',
        message: '🔧 Calling read_course_file...',
        call_id: 'call_1_1',
      },
      {
        type: 'status',
        status: 'tool_complete',
        tool: 'read_course_file',
        message: '✅ read_course_file completed',
        call_id: 'call_1_1',
        elapsed_ms: expect.any(Number),
      },
    ])
    const quiet = await app.call('POST', '/v1/chat/completions', token, {
      model,
      stream: true,
      stream_options: { include_status: false },
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(quiet.body).not.toContain('"type":"status"')
  })

  it('LangChain and the AI SDK read the text and ignore statuses, sources and citations', async () => {
    upstream.answer(
      turns(toolTurn(chunkOf({ content: 'Let me look.' }), reads()), says('Sheep follow ', 'it [1].')),
    )
    const baseURL = `${app.url}/v1`
    const chat = new ChatOpenAI({ model, apiKey: token, configuration: { baseURL }, maxRetries: 0 })
    let read = ''
    for await (const part of await chat.stream([new HumanMessage('Who leads?')])) read += part.content
    expect(read).toBe('Let me look.\n\nSheep follow it [1].')
    const provider = createOpenAICompatible({ name: 'bellwether', apiKey: token, baseURL })
    const parts: { type: string; text?: string }[] = []
    const { fullStream } = streamText({ model: provider(model), prompt: 'Who leads?', maxRetries: 0 })
    for await (const part of fullStream) parts.push(part)
    expect(
      parts
        .filter(({ type }) => type === 'text-delta')
        .map(({ text }) => text)
        .join(''),
    ).toBe(read)
    expect(parts.filter(({ type }) => type === 'error' || type.startsWith('tool'))).toEqual([])
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
  })

  it('at the limit, calls the model once more without functions and reports the limit', async () => {
    upstream.answer((response, seen) =>
      (seen.body['tools'] ? toolTurn(reads()) : says('Enough.'))(response, seen),
    )
    const answer = await app.call('POST', '/v1/chat/completions', token, {
      model,
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(upstream.seen).toHaveLength(6)
    expect(answer.body).toContain('Enough.')
    expect(answer.body).toContain('"status":"limit"')
  })

  it('answers with an explanation if the model calls tools to the very end', async () => {
    upstream.answer((response, seen) => toolTurn(reads())(response, seen))
    for (const stream of [false, true]) {
      const answer = await fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'accept-language': 'ca',
        },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'x' }] }),
      })
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect(text).toContain('he arribat al límit de crides a eines')
    }
  })

  it('leaves the choice to the model; a client’s empty list of tools does not remove the assistant’s', async () => {
    for (const empty of [{ tools: [] }, { tools: null, tool_choice: 'none', parallel_tool_calls: false }]) {
      upstream.seen.length = 0
      upstream.answer((response, seen) =>
        (seen.body['tools'] ? toolTurn(reads()) : says('Enough.'))(response, seen),
      )
      const messages = [{ role: 'user', content: 'x' }]
      const answer = await app.call('POST', '/v1/chat/completions', token, { model, messages, ...empty })
      expect(answer.body.choices[0].message.content).toBe('Enough.')
      expect(upstream.seen[0]?.body).toMatchObject({ tools: [{}, {}], tool_choice: 'auto' })
      // Providers refuse these fields if no functions are offered.
      for (const field of ['tools', 'tool_choice', 'parallel_tool_calls'])
        expect(upstream.seen.at(-1)?.body, field).not.toHaveProperty(field)
    }
  })

  it('hides a name that the model made up, and sends the call back in a form that servers accept', async () => {
    const made = { name: '[prize](https://evil.example) sk-secret', arguments: '{"half":' }
    upstream.answer(turns(toolTurn(call(0, { id: 'x', function: made }))))
    const messages = [{ role: 'user', content: 'x' }]
    const answer = await app.call('POST', '/v1/chat/completions', token, { model, messages, stream: true })
    expect(answer.body).toContain('Calling unknown_function...')
    expect(answer.body).not.toMatch(/evil|secret/)
    const [called] = (messagesOf(1).find((message) => message.tool_calls)?.tool_calls ?? []) as unknown as {
      function: { name: string; arguments: string }
    }[]
    expect(called?.function.name).toMatch(/^[\w-]{1,64}$/)
    expect(called?.function.arguments).toBe('{}')
  })

  it('limits the calls of one round', async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      call(index, { id: `c${index}`, function: { name: 'read_course_file', arguments: '{}' } }),
    )
    upstream.answer(turns(toolTurn(...many)))
    await ask()
    const results = messagesOf(1).filter((message) => message.role === 'tool')
    expect(results).toHaveLength(20)
    expect(
      results.filter((message) => message.content.includes('Too many tool calls (limit: 16')),
    ).toHaveLength(4)
  })

  it('returns calls untouched to a client that sends its own functions', async () => {
    upstream.answer(
      toolTurn(call(0, { id: 'x', type: 'function', function: { name: 'theirs', arguments: '{}' } })),
    )
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'x' }],
      tools: [{ type: 'function', function: { name: 'theirs', parameters: { type: 'object' } } }],
    })
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls')
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(1)
    expect(upstream.seen).toHaveLength(1)
  })

  it('reports a provider that fails in a later round as an error', async () => {
    upstream.answer(turns(toolTurn(reads()), (response) => void response.destroy()))
    await expect(ask()).rejects.toMatchObject({ status: 502 })
    await app.app.services.usage.flush()
    const spent = await usageRepository.lastOf(app.app.services.db, Number(model.split('.')[1]))
    expect(spent).toMatchObject({ outcome: 'failed', input_tokens: 10, output_tokens: 1 })
  })
})
