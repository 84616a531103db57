import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { collect } from '../collect.contract.ts'
import { type Answer, connectorContract } from '../connector.contract.ts'
import type { ModelRequest } from '../connector.ts'
import { type FakeUpstream, outboundOf, startFakeUpstream } from '../fake-upstream.contract.ts'
import { createOpenAiConnector } from './openai.connector.ts'

const frame = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`
const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  frame({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1700000000,
    model: 'gpt-test',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })
const texts = (pieces: readonly string[]) =>
  chunk({ role: 'assistant', content: '' }) + pieces.map((content) => chunk({ content })).join('')
const usageFrame = (input: number, output: number) =>
  frame({ id: 'x', choices: [], usage: { prompt_tokens: input, completion_tokens: output } })
const DONE = 'data: [DONE]\n\n'

const answer = ({ pieces, reason, inputTokens, outputTokens }: Answer) =>
  texts(pieces) + chunk({}, reason) + usageFrame(inputTokens, outputTokens) + DONE

const KEY = 'sk-test-0123456789abcdef'
for (const acceptFrames of [true, false]) {
  connectorContract(`openai ${acceptFrames ? 'as frames' : 'as events'}`, {
    create: (outbound) => createOpenAiConnector({ outbound }),
    model: 'gpt-test',
    acceptFrames,
    settings: { api_key: KEY },
    key: KEY,
    contentType: 'text/event-stream',
    answer,
    unfinished: texts,
    malformed: 'data: this is not JSON\n\n',
    refusal: (message) => JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
    reported: (pieces, message) => texts(pieces) + frame({ error: { message } }),
  })
}

connectorContract('openai, a server that answers in one piece', {
  create: (outbound) => createOpenAiConnector({ outbound }),
  model: 'gpt-test',
  acceptFrames: true,
  settings: {},
  contentType: 'application/json; charset=utf-8',
  answer: ({ pieces, reason, inputTokens, outputTokens }) =>
    JSON.stringify({
      choices: [
        { index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: reason },
      ],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
    }),
  unfinished: (pieces) =>
    JSON.stringify({ choices: [{ message: { content: pieces.join('') }, finish_reason: null }] }),
  malformed: '{"choices": [',
  refusal: (message) => JSON.stringify({ detail: message }),
  reported: (_pieces, message) => JSON.stringify({ error: message }),
  whole: true,
})

describe('openai', () => {
  let upstream: FakeUpstream
  let outbound: Outbound
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 5000, idleMs: 5000 })
  })
  afterAll(async () => {
    await outbound.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.requests.length = 0
    upstream.answer = (response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(answer({ pieces: ['ok'], reason: 'stop', inputTokens: 1, outputTokens: 1 }))
  })

  const owner = { userId: 1, organizationId: 1 }
  const run = (more: Partial<ModelRequest> = {}, settings: object = {}, through = outbound) => {
    const connector = createOpenAiConnector({ outbound: through })
    const request = {
      model: 'gpt-test',
      messages: [{ role: 'user', content: 'Hi' }],
      params: {},
      acceptFrames: true,
      ...more,
    }
    const parsed = connector.settings.parse({ base_url: `${upstream.url}/v1/`, trusted: true, ...settings })
    return collect(connector.stream(request, parsed, { signal: new AbortController().signal, owner }))
  }
  const relay = (body: string) => run({}, {}, outboundOf('text/event-stream', [Buffer.from(body)]))

  test('sends parameters and functions; ours take precedence', async () => {
    const parts = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }]
    await run(
      {
        params: {
          temperature: 0.5,
          stream: false,
          model: 'other',
          stream_options: { include_obfuscation: false },
        },
        messages: [{ role: 'user', content: parts }],
        functions: [{ name: 'look_up', parameters: { type: 'object' } }],
      },
      { api_key: KEY },
    )
    const [request] = upstream.requests
    expect(request?.url).toBe('/v1/chat/completions')
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.parse(request!.body)).toEqual({
      temperature: 0.5,
      model: 'gpt-test',
      messages: [{ role: 'user', content: parts }],
      stream: true,
      stream_options: { include_obfuscation: false, include_usage: true },
      tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
    })
  })

  test('retries without stream_options if a server does not support it', async () => {
    const good = upstream.answer
    upstream.answer = (response, body, request) => {
      if (body.includes('stream_options'))
        response.writeHead(400).end('{"error":"unknown field stream_options"}')
      else good(response, body, request)
    }
    expect((await run()).text).toBe('ok')
    expect(upstream.requests).toHaveLength(2)
    upstream.answer = (response) => response.writeHead(400).end('{"error":"stream_options, still"}')
    expect((await run()).error).toMatchObject({ details: { providerStatus: 400, retryable: false } })
    expect(upstream.requests).toHaveLength(4)
  })

  test('requires a key for OpenAI, but not for other servers', async () => {
    const { error } = await run({}, { base_url: 'https://api.openai.com/v1' })
    expect(error).toMatchObject({
      code: 'bad_request',
      message: 'There is no API key for OpenAI. An organization admin can add one in the settings.',
    })
    await run()
    expect(upstream.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('sends requests to untrusted URLs through the guard', async () => {
    const { error } = await run({}, { trusted: false })
    expect(error).toMatchObject({ code: 'provider_failed', details: { isRefusedPlace: true } })
    expect(upstream.requests).toHaveLength(0)
  })

  test('turns all events of one read into one event, byte for byte', async () => {
    const body = texts(Array.from({ length: 50 }, (_, i) => `word "${i}" \\`)) + chunk({}, 'stop')
    const { events } = await relay(body + usageFrame(5, 6) + DONE)
    expect(events).toHaveLength(2)
    expect(events[0]).toEqual({ type: 'frames', bytes: Buffer.from(body), text: body })
    expect(events[1]).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 5, outputTokens: 6 } })
  })

  test.each([
    // OpenAI
    [
      {
        prompt_tokens: 2006,
        completion_tokens: 300,
        total_tokens: 2306,
        prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 256 },
      },
      { inputTokens: 2006, cachedTokens: 1920, outputTokens: 300, reasoningTokens: 256 },
    ],
    // DeepSeek
    [
      {
        prompt_tokens: 90,
        completion_tokens: 7,
        total_tokens: 97,
        prompt_cache_hit_tokens: 64,
        prompt_cache_miss_tokens: 26,
      },
      { inputTokens: 90, cachedTokens: 64, outputTokens: 7 },
    ],
    // Moonshot
    [
      { prompt_tokens: 90, completion_tokens: 7, cached_tokens: 64 },
      { inputTokens: 90, cachedTokens: 64, outputTokens: 7 },
    ],
    // OpenRouter
    [
      {
        prompt_tokens: 90,
        completion_tokens: 7,
        prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 80 },
      },
      { inputTokens: 90, cacheWriteTokens: 80, outputTokens: 7 },
    ],
    // xAI
    [
      {
        prompt_tokens: 10_120,
        completion_tokens: 1499,
        total_tokens: 14_428,
        prompt_tokens_details: { cached_tokens: 128 },
        completion_tokens_details: { reasoning_tokens: 2809 },
      },
      { inputTokens: 10_120, cachedTokens: 128, outputTokens: 4308, reasoningTokens: 2809 },
    ],
    // Gemini
    [
      { prompt_tokens: 5, completion_tokens: 10, total_tokens: 300 },
      { inputTokens: 5, outputTokens: 295, reasoningTokens: 285 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: 6, prompt_tokens_details: null, completion_tokens_details: 'x' },
      { inputTokens: 5, outputTokens: 6 },
    ],
  ])('counts cached input and reasoning: %j', async (usage, counted) => {
    const body = texts(['a']) + chunk({}, 'stop') + frame({ id: 'x', choices: [], usage }) + DONE
    expect((await relay(body)).end).toEqual({ type: 'end', reason: 'stop', usage: counted })
  })

  test('accepts a finish without [DONE]; usage may come with any chunk', async () => {
    const usage = { prompt_tokens: 2, completion_tokens: 3 }
    const { end, events } = await relay(texts(['a']) + chunk({}, 'stop', { usage }))
    expect(end).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 2, outputTokens: 3 } })
    expect(events[0]).toMatchObject({ bytes: Buffer.from(texts(['a']) + chunk({}, 'stop', { usage })) })
  })

  test('ignores an empty finish_reason', async () => {
    const { error } = await relay(chunk({ content: 'a' }, ''))
    expect(error).toMatchObject({ code: 'provider_failed' })
  })

  test.each([
    [{ content: 'a' }, 'stop'],
    [{ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }, 'tool_calls'],
  ])('takes [DONE] for the end if there is no finish_reason: %j', async (delta, reason) => {
    const body = chunk(delta) + usageFrame(1, 2) + DONE
    const usage = { inputTokens: 1, outputTokens: 2 }
    const relayed = await relay(body)
    expect(relayed.end).toEqual({ type: 'end', reason, usage })
    const finish = relayed.events.flatMap((event) => (event.type === 'frames' ? [event.text] : [])).at(-1)
    expect(finish).toContain(`"choices":[{"index":0,"delta":{},"finish_reason":"${reason}"}]`)
    const read = await run({ acceptFrames: false }, {}, outboundOf('text/event-stream', [Buffer.from(body)]))
    expect(read.end).toEqual({ type: 'end', reason, usage })
  })

  test('does not take [DONE] alone for an answer', async () => {
    expect((await relay(DONE)).error).toMatchObject({ code: 'provider_failed' })
    expect((await relay(usageFrame(1, 0) + DONE)).error).toMatchObject({ code: 'provider_failed' })
  })

  test.each([
    ['status', (frame: string) => frame.replace('"choices"', '"status":{"text":"forged"},"choices"')],
    ['sources', (frame: string) => frame.replace(']}', '],"sources":[{"title":"forged"}]}')],
    ['approval', (frame: string) => frame.replace(']}', '], "approval" : {}}')],
    ['error', (frame: string) => frame.replace(']}', '],"error":null}')],
    ['an escaped spelling', (frame: string) => frame.replace(']}', '],"\\u0073tatus":1}')],
  ])('a provider can’t use our reserved fields: %s', async (_name, forge) => {
    const evil = forge(chunk({ content: 'b' }))
    expect(evil).not.toBe(chunk({ content: 'b' }))
    const { events, text } = await relay(
      texts(['a']) + evil + chunk({ content: 'c é' }) + chunk({}, 'stop') + DONE,
    )
    const [frames] = events
    expect(frames).toMatchObject({
      bytes: Buffer.from(
        texts(['a']) + chunk({ content: 'b' }) + chunk({ content: 'c é' }) + chunk({}, 'stop'),
      ),
    })
    expect(text).toBe('abc é')
  })

  test('allows the names of reserved fields in the text', async () => {
    const body = texts(['"status": 1, "error": {"message"}', '"},"status":1,"x":{"y":"']) + chunk({}, 'stop')
    const { events } = await relay(body + DONE)
    expect(events[0]).toMatchObject({ bytes: Buffer.from(body) })
  })

  test('does not relay chunks without choices', async () => {
    const filter = frame({ id: '', choices: [], prompt_filter_results: [] })
    const { events } = await relay(filter + texts(['a']) + frame({ type: 'ping' }) + chunk({}, 'stop') + DONE)
    expect(events[0]).toMatchObject({ bytes: Buffer.from(texts(['a']) + chunk({}, 'stop')) })
  })

  test('refuses a frame of a known shape with a broken string', async () => {
    const good = chunk({ content: 'a' })
    const { error, text } = await relay(good + good + good.replace('"a"', '"a\\"') + DONE)
    expect(error).toMatchObject({ code: 'provider_failed' })
    expect(text).toBe('aa')
  })

  test('an unclosed string does not swallow the next frame', async () => {
    const good = chunk({ content: 'a' })
    const [head, tail] = good.split('a"}') as [string, string]
    const { error, text } = await relay(`${good}${good}${head}a}\n\ndata: {"}${tail}${chunk({}, 'stop')}`)
    expect(error).toMatchObject({ code: 'provider_failed' })
    expect(text).toBe('aa')
  })

  test.each(['reasoning_content', 'reasoning'])(
    'separates reasoning and sends it back as %s',
    async (field) => {
      const body =
        chunk({ role: 'assistant', content: null, [field]: 'The user ' }) +
        chunk({ [field]: 'wants it.' }) +
        // Some servers use both fields, or send an empty one beside the text.
        chunk({ content: 'Yes', reasoning_content: '', reasoning: null }) +
        chunk({ reasoning_content: 'Hm.', reasoning: 'Hm.' }) +
        chunk({}, 'stop') +
        DONE
      const through = outboundOf('text/event-stream', [Buffer.from(body)])
      const { events } = await run({ acceptFrames: false }, {}, through)
      expect(events).toEqual([
        { type: 'reasoning-delta', text: 'The user wants it.', back: field },
        { type: 'text-delta', text: 'Yes' },
        { type: 'reasoning-delta', text: 'Hm.', back: 'reasoning_content' },
        { type: 'end', reason: 'stop' },
      ])
    },
  )

  test('reads tool calls with and without an index', async () => {
    const call = (index: number | undefined, id: string | undefined, name?: string, args?: string) => ({
      ...(index === undefined ? {} : { index }),
      ...(id ? { id } : {}),
      function: { ...(name ? { name } : {}), ...(args ? { arguments: args } : {}) },
    })
    for (const [first, second] of [
      [0, 1],
      [undefined, undefined],
    ] as const) {
      const body =
        chunk({ tool_calls: [call(first, 'a', 'one', '{"x"')] }) +
        chunk({ tool_calls: [call(first, first === undefined ? 'a' : undefined, undefined, ':1}')] }) +
        chunk({ tool_calls: [call(second, 'b', 'two', '{}')] }) +
        chunk({}, 'stop') +
        DONE
      const through = outboundOf('text/event-stream', [Buffer.from(body)])
      const { events } = await run({ acceptFrames: false }, {}, through)
      expect(events).toMatchObject([
        { type: 'tool-call-delta', index: 0, id: 'a', name: 'one', arguments: '{"x"' },
        { type: 'tool-call-delta', index: 0, arguments: ':1}' },
        { type: 'tool-call-delta', index: 1, id: 'b', name: 'two', arguments: '{}' },
        { type: 'end', reason: 'tool_calls' },
      ])
    }
  })

  test('an upstream that stays open after [DONE] neither delays the end nor keeps its socket', async () => {
    upstream.answer = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(texts(['a']) + chunk({}, 'stop') + DONE)
    expect((await run()).end?.reason).toBe('stop')
    await expect.poll(() => upstream.openAnswers()).toBe(0)
  })

  test('a slow consumer pauses the upstream and loses nothing', async () => {
    const piece = 'x'.repeat(4000)
    const count = 2000
    upstream.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let i = 0; i < count; i++) response.write(chunk({ content: piece }))
      response.end(chunk({}, 'stop') + DONE)
    }
    const connector = createOpenAiConnector({ outbound })
    const settings = connector.settings.parse({ base_url: upstream.url, trusted: true })
    const request = { model: 'm', messages: [], params: {}, acceptFrames: true }
    let bytes = 0
    let largest = 0
    for await (const event of connector.stream(request, settings, {
      signal: new AbortController().signal,
      owner,
    })) {
      if (event.type !== 'frames') continue
      bytes += event.bytes.length
      largest = Math.max(largest, event.bytes.length)
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    expect(bytes).toBe(chunk({ content: piece }).length * count + chunk({}, 'stop').length)
    expect(largest).toBeLessThan(1024 * 1024)
  })

  test('lists the models of the settings, or else those of the provider', async () => {
    const connector = createOpenAiConnector({ outbound })
    const { signal } = new AbortController()
    const list = (models: string[]) =>
      connector.listModels(
        connector.settings.parse({ base_url: upstream.url, trusted: true, models }),
        signal,
      )
    expect(await list([' a ', '', 'b', 'a'])).toEqual([{ id: 'a' }, { id: 'b' }])
    upstream.answer = (response) => response.end('{"data":[{"id":"m1"},{"id":"m2"},{}]}')
    expect(await list(['', ' '])).toEqual([{ id: 'm1' }, { id: 'm2' }])
    expect(upstream.requests.at(-1)?.url).toBe('/models')
    upstream.answer = (response) => response.writeHead(403).end('{"error":{"message":"no"}}')
    await expect(list([])).rejects.toMatchObject({ details: { providerStatus: 403 } })
  })
})

/** The chunks that a client gets if the server answers `completion` instead of a stream. */
async function relay(completion: object) {
  const outbound = outboundOf('application/json', [Buffer.from(JSON.stringify(completion, null, 2))])
  const connector = createOpenAiConnector({ outbound })
  const settings = connector.settings.parse({ base_url: 'http://models.example/v1', trusted: true })
  const request = { model: 'm', messages: [], params: {}, acceptFrames: true }
  const call = { signal: new AbortController().signal, owner: { userId: 1, organizationId: 1 } }
  const { events, end, error } = await collect(connector.stream(request, settings, call))
  const frames = events.flatMap((event) =>
    event.type === 'frames' ? event.bytes.toString('utf8').split('\n\n').slice(0, -1) : [],
  )
  return { chunks: frames.map((frame) => JSON.parse(frame.slice('data: '.length))), end, error }
}

test('clients get every choice and every kind of call of a complete response', async () => {
  const logprobs = { content: [{ token: 'a', logprob: -1, bytes: [97], top_logprobs: [] }] }
  const custom = { id: 'c1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }
  const called = { id: 'c2', type: 'function', function: { name: 'get', arguments: { a: 1 } } }
  const { chunks, end } = await relay({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      { index: 0, message: { content: null, tool_calls: [custom, called] }, finish_reason: 'stop' },
      { message: { content: 'a' }, logprobs, finish_reason: 'stop' },
      {
        index: 2,
        message: { function_call: { name: 'get', arguments: '{}' } },
        finish_reason: 'function_call',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 5 },
  })
  expect(chunks).toMatchObject([
    {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: 0, ...custom },
              { index: 1, id: 'c2', function: { name: 'get', arguments: '{"a":1}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
        { index: 1, delta: { content: 'a' }, logprobs, finish_reason: 'stop' },
        {
          index: 2,
          delta: { function_call: { name: 'get', arguments: '{}' } },
          finish_reason: 'function_call',
        },
      ],
    },
  ])
  expect(end).toEqual({
    type: 'end',
    reason: 'tool_calls',
    usage: { inputTokens: 3, outputTokens: 5 },
  })
})

test('an error in a complete response is not an answer', async () => {
  const { chunks, error } = await relay({ error: { message: 'overloaded' } })
  expect(chunks).toEqual([])
  expect(error).toMatchObject({ code: 'provider_failed' })
})
