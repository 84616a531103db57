import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.contract.ts'
import { connectorContract } from '../connector.contract.ts'
import { outboundOf } from '../fake-upstream.contract.ts'
import { createAnthropicConnector } from './anthropic.connector.ts'
import { toAnthropicBody } from './anthropic-request.ts'

const event = (payload: { type: string; [field: string]: unknown }) =>
  `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`
const opening = (inputTokens: number) =>
  event({ type: 'message_start', message: { usage: { input_tokens: inputTokens, output_tokens: 1 } } }) +
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
const texts = (pieces: readonly string[]) =>
  pieces
    .map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }))
    .join('')

const KEY = 'sk-ant-api03-0123456789'
connectorContract('anthropic', {
  create: (outbound) => createAnthropicConnector({ outbound }),
  model: 'claude-test',
  acceptFrames: true,
  settings: { api_key: KEY },
  key: KEY,
  contentType: 'text/event-stream; charset=utf-8',
  answer: ({ pieces, reason, inputTokens, outputTokens }) =>
    opening(inputTokens) +
    texts(pieces) +
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: reason === 'length' ? 'max_tokens' : 'end_turn' },
      usage: { output_tokens: outputTokens },
    }) +
    event({ type: 'message_stop' }),
  unfinished: (pieces) => opening(1) + texts(pieces),
  malformed: 'event: message_start\ndata: oops\n\n',
  refusal: (message) => JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }),
  reported: (pieces, message) =>
    opening(1) + texts(pieces) + event({ type: 'error', error: { type: 'api_error', message } }),
})

const run = (body: string, settings: object = { api_key: KEY }) => {
  const connector = createAnthropicConnector({
    outbound: outboundOf('text/event-stream', [Buffer.from(body)]),
  })
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], params: {}, acceptFrames: false }
  const context = { signal: new AbortController().signal, owner: { userId: 1, organizationId: 1 } }
  return collect(connector.stream(request, connector.settings.parse(settings), context))
}

describe('anthropic', () => {
  test('reads tool calls, reasoning and cached input', async () => {
    const { events } = await run(readFileSync(new URL('__fixtures__/tool-use.txt', import.meta.url), 'utf8'))
    expect(events).toEqual([
      { type: 'reasoning-delta', text: 'The user wants the glossary.' },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-call-delta', index: 0, id: 'toolu_1', name: 'look_up' },
      { type: 'tool-call-delta', index: 0, arguments: '{"term":' },
      { type: 'tool-call-delta', index: 0, arguments: ' "osmosis"}' },
      { type: 'tool-call-delta', index: 1, id: 'toolu_2', name: 'today' },
      { type: 'tool-call-delta', index: 1, arguments: '{}' },
      { type: 'end', reason: 'tool_calls', usage: { inputTokens: 125, outputTokens: 42 } },
    ])
  })

  test.each([
    ['overloaded_error', 'unavailable', true],
    ['rate_limit_error', 'too_many_requests', true],
    ['api_error', 'provider_failed', true],
    ['invalid_request_error', 'bad_request', false],
    ['authentication_error', 'provider_failed', false],
  ])('%s in the stream: %s', async (type, code, retryable) => {
    const { error } = await run(opening(1) + event({ type: 'error', error: { type, message: 'no' } }))
    expect(error).toMatchObject({ code, details: { retryable } })
  })

  test('reports a refusal', async () => {
    const { end } = await run(
      opening(1) +
        event({ type: 'message_delta', delta: { stop_reason: 'refusal' } }) +
        event({ type: 'message_stop' }),
    )
    expect(end?.reason).toBe('content_filter')
  })

  test('requires a key', async () => {
    expect((await run('', {})).error).toMatchObject({
      code: 'bad_request',
      message: 'There is no API key for Anthropic. An organization admin can add one in the settings.',
    })
  })

  test('sends a conversation with all kinds of messages', () => {
    const body = toAnthropicBody({
      model: 'claude-test',
      acceptFrames: false,
      params: { temperature: 1.7, top_p: 0.9, stop: 'END', max_tokens: 50, tool_choice: 'required' },
      functions: [{ name: 'look_up', description: 'Finds', parameters: { type: 'object' } }],
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
            { type: 'image_url', image_url: { url: 'https://example.edu/a.png' } },
          ],
        },
        { role: 'user', content: 'Quick!' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'A cell' },
        { role: 'user', content: 'And?' },
      ],
    })
    expect(body).toEqual({
      model: 'claude-test',
      system: 'Be kind.\n\nBe brief.',
      stream: true,
      max_tokens: 50,
      temperature: 1,
      stop_sequences: ['END'],
      tools: [{ name: 'look_up', description: 'Finds', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
            { type: 'image', source: { type: 'url', url: 'https://example.edu/a.png' } },
            { type: 'text', text: 'Quick!' },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look_up', input: { a: 1 } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'A cell' },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    })
  })

  test('names the tools of a conversation with calls even if none is offered any more', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'What?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'A cell' },
    ]
    expect(toAnthropicBody({ model: 'm', messages, params: {}, acceptFrames: false })).toMatchObject({
      tools: [{ name: 'look_up', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    })
    const plain = toAnthropicBody({
      model: 'm',
      messages: messages.slice(0, 1),
      params: {},
      acceptFrames: false,
    })
    expect(plain).not.toHaveProperty('tools')
  })

  test('sends defaults, drops empty messages, starts with the user', () => {
    const body = toAnthropicBody({
      model: 'm',
      acceptFrames: false,
      params: {},
      messages: [
        { role: 'assistant', content: 'Welcome' },
        { role: 'user', content: '' },
      ],
    })
    expect(body).toMatchObject({ max_tokens: 4096, messages: [{ role: 'user' }, { role: 'assistant' }] })
    expect(body).not.toHaveProperty('system')
    expect(body).not.toHaveProperty('temperature')
  })
})
