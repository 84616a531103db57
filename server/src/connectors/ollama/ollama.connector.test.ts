import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.contract.ts'
import { connectorContract } from '../connector.contract.ts'
import { outboundOf } from '../fake-upstream.contract.ts'
import { createOllamaConnector } from './ollama.connector.ts'
import { toOllamaBody } from './ollama-request.ts'

const line = (payload: object) =>
  `${JSON.stringify({ model: 'llama-test', created_at: 'now', ...payload })}\n`
const texts = (pieces: readonly string[]) =>
  pieces.map((content) => line({ message: { role: 'assistant', content }, done: false })).join('')

connectorContract('ollama', {
  create: (outbound) => createOllamaConnector({ outbound }),
  model: 'llama-test',
  acceptFrames: true,
  settings: {},
  contentType: 'application/x-ndjson',
  answer: ({ pieces, reason, inputTokens, outputTokens }) =>
    texts(pieces) +
    line({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: reason,
      prompt_eval_count: inputTokens,
      eval_count: outputTokens,
    }),
  unfinished: texts,
  malformed: 'oops\n',
  refusal: (message) => JSON.stringify({ error: message }),
  reported: (pieces, message) => texts(pieces) + line({ error: message }),
})

const context = { signal: new AbortController().signal, owner: { userId: 1, organizationId: 1 } }

describe('ollama', () => {
  test('reads complete tool calls; separates reasoning', async () => {
    const bytes = readFileSync(new URL('__fixtures__/tool-use.txt', import.meta.url))
    const connector = createOllamaConnector({ outbound: outboundOf('application/x-ndjson', [bytes]) })
    const request = { model: 'm', messages: [], params: {}, acceptFrames: false }
    const { events } = await collect(connector.stream(request, connector.settings.parse({}), context))
    expect(events).toEqual([
      { type: 'reasoning-delta', text: 'I should look it up.', back: 'thinking' },
      {
        type: 'tool-call-delta',
        index: 0,
        id: expect.stringMatching(/^call_/),
        name: 'look_up',
        arguments: '{"term":"osmosis"}',
      },
      {
        type: 'tool-call-delta',
        index: 1,
        id: expect.stringMatching(/^call_/),
        name: 'today',
        arguments: '{}',
      },
      { type: 'end', reason: 'tool_calls', usage: { inputTokens: 26, outputTokens: 18 } },
    ])
  })

  test('sends the request', () => {
    const body = toOllamaBody({
      model: 'llama-test',
      acceptFrames: false,
      params: {
        temperature: 0.2,
        top_k: 5,
        max_tokens: 9,
        stop: ['x'],
        seed: 1,
        response_format: { type: 'json_object' },
      },
      functions: [{ name: 'look_up', parameters: {} }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
          ],
        },
        {
          role: 'assistant',
          content: '',
          thinking: 'Look.',
          tool_calls: [{ id: 'c1', function: { name: 'look_up', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'found' },
      ],
    })
    expect(body).toEqual({
      model: 'llama-test',
      stream: true,
      format: 'json',
      options: { temperature: 0.2, top_k: 5, num_predict: 9, stop: ['x'], seed: 1 },
      tools: [{ type: 'function', function: { name: 'look_up', parameters: {} } }],
      messages: [
        { role: 'user', content: 'What?', images: ['QUJD'] },
        {
          role: 'assistant',
          content: '',
          thinking: 'Look.',
          tool_calls: [{ function: { name: 'look_up', arguments: { a: 1 } } }],
        },
        { role: 'tool', content: 'found', tool_name: 'look_up' },
      ],
    })
  })

  test('sends a schema as format; refuses an image URL', () => {
    const base = { model: 'm', acceptFrames: false }
    const schema = { type: 'object' }
    const wanted = { response_format: { type: 'json_schema', json_schema: { schema } } }
    expect(toOllamaBody({ ...base, params: wanted, messages: [] })).toMatchObject({ format: schema })
    const content = [{ type: 'image_url', image_url: { url: 'https://example.edu/a.png' } }]
    expect(() => toOllamaBody({ ...base, params: {}, messages: [{ role: 'user', content }] })).toThrow(
      'data: URLs',
    )
  })

  test('lists the server’s models', async () => {
    const outbound = outboundOf('application/json', [
      Buffer.from('{"models":[{"name":"a:latest"},{"name":"b"}]}'),
    ])
    const connector = createOllamaConnector({ outbound })
    expect(await connector.listModels(connector.settings.parse({}), context.signal)).toEqual([
      { id: 'a:latest' },
      { id: 'b' },
    ])
    expect(await connector.listModels(connector.settings.parse({ models: ['c'] }), context.signal)).toEqual([
      { id: 'c' },
    ])
  })
})
