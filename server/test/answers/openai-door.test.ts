import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

onEachDatabase('OpenAI endpoint with its real clients ($name)', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let key: string
  let assistant: number
  let model: string
  let openai: OpenAI

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'sk-secret-of-the-operator',
    })
    token = await app.signIn()
    key = (await app.call('POST', '/api-keys', token, { name: 'clients' })).body.key
    assistant = await app.makeAssistant(token, {
      name: 'Tutor',
      system_prompt: 'You are a tutor.',
      prompt_template: 'Q: {user_input}',
      metadata: { connector: 'openai', llm: 'gpt-test' },
    })
    model = `lamb_assistant.${assistant}`
    openai = new OpenAI({ apiKey: key, baseURL: `${app.url}/v1`, maxRetries: 0 })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  it('openai: gets an answer in one piece; the provider gets the prompt', async () => {
    upstream.answer(says('Hello', ' world'))
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Why?' }],
      temperature: 0.5,
    })
    expect(answer.choices[0]?.message.content).toBe('Hello world')
    expect(answer.choices[0]?.finish_reason).toBe('stop')
    expect(answer.usage).toEqual({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 })
    const seen = upstream.seen.at(-1)
    expect(seen?.headers.authorization).toBe('Bearer sk-secret-of-the-operator')
    expect(seen?.body).toMatchObject({
      model: 'gpt-test',
      temperature: 0.5,
      stream: true,
      messages: [
        { role: 'system', content: 'You are a tutor.' },
        { role: 'user', content: 'Q: \n\nWhy?\n\n' },
      ],
    })
  })

  it.each([{ pictures: [{}] }, { pictures: [null, { type: 'image/png' }] }, { pictures: 'x' }])(
    'ignores a field named like the images of a form: %j',
    async (fields) => {
      const request = { model, messages: [{ role: 'user', content: 'Why?' }], ...fields }
      expect((await app.call('POST', '/v1/chat/completions', token, request)).status).toBe(200)
      expect(upstream.seen.at(-1)?.body).not.toHaveProperty('pictures')
    },
  )

  it('openai: streams, with usage only if requested', async () => {
    const read = async (stream_options?: { include_usage: boolean }) => {
      const stream = await openai.chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'Why?' }],
        stream: true,
        ...(stream_options ? { stream_options } : {}),
      })
      const chunks = []
      for await (const chunk of stream) chunks.push(chunk)
      return chunks
    }
    const plain = await read()
    expect(plain.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello world')
    expect(plain.every((chunk) => chunk.choices.length > 0)).toBe(true)
    const counted = await read({ include_usage: true })
    expect(counted.at(-1)?.usage?.total_tokens).toBe(9)
  })

  it('openai: works with the stream helper, which is strict about chunks', async () => {
    const runner = openai.chat.completions.stream({ model, messages: [{ role: 'user', content: 'Why?' }] })
    expect((await runner.finalChatCompletion()).choices[0]?.message.content).toBe('Hello world')
  })

  it('openai: lists the models and accepts names as well as ids', async () => {
    const listed = await openai.models.list()
    const entry = listed.data.find((one) => one.id === model) as unknown as { name: string }
    expect(entry.name).toBe('LAMB:Tutor')
    const answer = await openai.chat.completions.create({
      model: entry.name,
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(answer.choices[0]?.message.content).toBe('Hello world')
  })

  it('openai: gets 404 for an unknown model in both modes, in OpenAI’s error format', async () => {
    for (const stream of [false, true] as const) {
      const refused = openai.chat.completions.create({
        model: 'lamb_assistant.999999',
        messages: [{ role: 'user', content: 'x' }],
        stream,
      })
      await expect(refused).rejects.toMatchObject({
        status: 404,
        code: 'model_not_found',
        type: 'not_found_error',
      })
    }
    const anonymous = new OpenAI({ apiKey: 'bw_wrong', baseURL: `${app.url}/v1`, maxRetries: 0 })
    await expect(anonymous.models.list()).rejects.toMatchObject({ status: 401 })
  })

  it('openai: sends n, tools and other parameters to the provider and gets calls back untouched', async () => {
    upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":' } }
      const rest = { index: 0, function: { arguments: '1}' } }
      for (const [delta, finish] of [
        [{ role: 'assistant', content: null, tool_calls: [call] }, null],
        [{ tool_calls: [rest] }, null],
        [{}, 'tool_calls'],
      ] as const) {
        response.write(
          `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
        )
      }
      response.end('data: [DONE]\n\n')
    })
    const answer = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'add' }],
      tools: [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }],
    })
    expect(answer.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      id: 'call_1',
      function: { name: 'add', arguments: '{"a":1}' },
    })
    expect(upstream.seen.at(-1)?.body['tools']).toHaveLength(1)
    upstream.answer(says('Hello', ' world'))
  })

  it('LangChain ChatOpenAI: works in both modes', async () => {
    const chat = new ChatOpenAI({
      model,
      apiKey: key,
      configuration: { baseURL: `${app.url}/v1` },
      maxRetries: 0,
    })
    expect((await chat.invoke([new HumanMessage('Why?')])).content).toBe('Hello world')
    let text = ''
    for await (const part of await chat.stream([new HumanMessage('Why?')])) text += part.content
    expect(text).toBe('Hello world')
  })

  it('AI SDK: works in both modes', async () => {
    const provider = createOpenAICompatible({ name: 'bellwether', apiKey: key, baseURL: `${app.url}/v1` })
    expect((await generateText({ model: provider(model), prompt: 'Why?', maxRetries: 0 })).text).toBe(
      'Hello world',
    )
    let text = ''
    for await (const part of streamText({ model: provider(model), prompt: 'Why?', maxRetries: 0 }).textStream)
      text += part
    expect(text).toBe('Hello world')
  })

  it('works without any provider: the bypass connector, streamed', async () => {
    const id = await app.makeAssistant(token, {
      prompt_template: 'Say {user_input}',
      metadata: { llm: 'simple-bypass' },
    })
    const stream = await openai.chat.completions.create({
      model: `lamb_assistant.${id}`,
      messages: [{ role: 'user', content: 'hello\nthere' }],
      stream: true,
    })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('Say \n\nhello\nthere\n\n')
  })

  it('puts a file into the prompt and lists it as a source, in a chunk that every client accepts', async () => {
    const form = new FormData()
    form.set('file', new File(['Sheep follow the bellwether.'], 'sheep.md', { type: 'text/markdown' }))
    const { path } = (await app.call('POST', '/creator/files/upload', token, form)).body
    const id = await app.makeAssistant(token, {
      prompt_template: '{context}|{user_input}',
      metadata: { connector: 'openai', llm: 'gpt-test', rag_processor: 'single_file_rag', file_path: path },
    })
    const ask = { model: `lamb_assistant.${id}`, messages: [{ role: 'user' as const, content: 'Who?' }] }
    const whole = await openai.chat.completions.create(ask)
    expect(whole).toMatchObject({ sources: [{ source: { name: 'sheep.md' } }] })
    const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
    expect(messages.at(-1)?.content).toBe(
      '\n\nSheep follow the bellwether.\n\n## Available Sources\n\n1. [Unknown]() (similarity: 0.000)\n\n\n|\n\nWho?\n\n',
    )
    const runner = openai.chat.completions.stream(ask)
    const chunks: object[] = []
    runner.on('chunk', (chunk) => chunks.push(chunk))
    await runner.done()
    const at = chunks.findIndex((chunk) => 'sources' in chunk)
    expect(chunks[at]).toMatchObject({
      object: 'chat.completion.chunk',
      sources: [{ source: { name: 'sheep.md' }, metadata: [{ title: 'sheep.md', name: 'sheep.md' }] }],
    })
    const firstWords = chunks.findIndex((chunk) => JSON.stringify(chunk).includes('Hello'))
    expect(at).toBeLessThan(firstWords)
  })

  it('answers on the direct endpoints too', async () => {
    const body = { messages: [{ role: 'user', content: 'x' }] }
    for (const path of [
      `/lamb/v1/completions/?assistant=${assistant}`,
      `/completions?assistant_id=${assistant}`,
    ]) {
      expect((await app.call('POST', path, token, body)).body.choices[0].message.content).toBe('Hello world')
    }
    expect((await app.call('POST', '/completions', token, body)).status).toBe(400)
    const list = (await app.call('GET', '/lamb/v1/completions/list', token)).body
    expect(list.prompt_processors).toContain('simple_augment')
    expect(list.connectors.openai.available_llms).toEqual(['fake-model'])
    expect(list.connectors.bypass.available_llms).toContain('debug-bypass')
    expect(list.rag_processors).toEqual(expect.arrayContaining(['no_rag', 'single_file_rag']))
  })

  it('refuses bad input with a clear 400 and calls no provider', async () => {
    const before = upstream.seen.length
    for (const body of [
      {},
      { model },
      { model, messages: [] },
      { model, messages: [{ content: 'x' }] },
      { model, messages: 'x' },
      [],
    ]) {
      const answer = await app.call('POST', '/v1/chat/completions', token, body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) })
    }
    expect(upstream.seen.length).toBe(before)
  })

  it('sends a task of the chat page to the small, fast model, without template or file', async () => {
    const answer = await app.call('POST', '/v1/chat/completions', token, {
      model,
      metadata: { task: 'title_generation' },
      messages: [{ role: 'user', content: '### Task:\nGive a title' }],
    })
    expect(answer.status).toBe(200)
    expect(upstream.seen.at(-1)?.body['messages']).toEqual([
      { role: 'user', content: '### Task:\nGive a title' },
    ])
  })

  it('records usage and the last use of the key', async () => {
    await app.app.services.usage.flush()
    await app.app.services.keyUse.flush()
    const usage = (await app.call('GET', `/creator/assistant/${assistant}/usage`, token)).body
    expect(usage.tokens.total_tokens).toBeGreaterThan(9)
    expect((await app.call('GET', '/api-keys', token)).body.keys[0].last_used_at).toBeGreaterThan(0)
  })
})
