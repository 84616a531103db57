import { expect, test } from 'vitest'
import { collect } from '../collect.contract.ts'
import { outboundOf } from '../fake-upstream.contract.ts'
import { createOpenAiConnector } from './openai.connector.ts'

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
