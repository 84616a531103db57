import { describe, expect, it } from 'vitest'
import { AnswerCollector } from './collect-answer.ts'

const names = { id: 'chatcmpl-1', model: 'm' }
const frames = (...payloads: object[]) => {
  const bytes = Buffer.from(payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join(''))
  return { type: 'frames', bytes, text: bytes.toString('latin1') } as const
}
const chunk = (index: number, delta: object, finish: string | null = null, extra: object = {}) => ({
  id: 'up-1',
  model: 'gpt',
  created: 5,
  choices: [{ index, delta, finish_reason: finish, ...extra }],
})

describe('AnswerCollector', () => {
  it('joins deltas, with usage and sources', () => {
    const answer = new AnswerCollector(names)
    answer.add({ type: 'sources', sources: [{ name: 'notes.md' }] })
    answer.add({ type: 'text-delta', text: 'Hel' })
    answer.add({ type: 'text-delta', text: 'lo' })
    answer.add({ type: 'end', reason: 'length', usage: { inputTokens: 3, outputTokens: 2 } })
    expect(answer.text).toBe('Hello')
    expect(answer.toCompletion()).toMatchObject({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      sources: [
        {
          source: { name: 'notes.md' },
          document: ['notes.md'],
          metadata: [{ title: 'notes.md', name: 'notes.md', source: 'notes.md' }],
        },
      ],
    })
  })

  it('reads relayed frames: several choices, logprobs, refusal, calls split over chunks', () => {
    const answer = new AnswerCollector(names)
    answer.add(
      frames(
        chunk(0, { role: 'assistant', content: '' }),
        chunk(1, { content: 'two' }),
        chunk(0, { content: 'one' }, null, { logprobs: { content: [{ token: 'one' }] } }),
        chunk(0, { tool_calls: [{ index: 0, id: 'c1', function: { name: 'get', arguments: '{"a"' } }] }),
        chunk(0, { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, 'tool_calls'),
        chunk(1, { refusal: 'no' }, 'stop'),
      ),
    )
    answer.add({ type: 'end', reason: 'tool_calls' })
    expect(answer.toCompletion()).toMatchObject({
      id: 'up-1',
      model: 'gpt',
      choices: [
        {
          index: 0,
          message: {
            content: 'one',
            tool_calls: [{ id: 'c1', function: { name: 'get', arguments: '{"a":1}' } }],
          },
          logprobs: { content: [{ token: 'one' }] },
          finish_reason: 'tool_calls',
        },
        { index: 1, message: { content: 'two', refusal: 'no' }, finish_reason: 'stop' },
      ],
    })
  })

  it('orders calls by index, and a huge index costs no more', () => {
    const answer = new AnswerCollector(names)
    const call = (index: number, id: string) => ({ index, id, function: { name: id, arguments: '{}' } })
    answer.add(
      frames(chunk(0, { tool_calls: [call(4_000_000_000, 'last'), call(0, 'first')] }, 'tool_calls')),
    )
    expect(answer.toCompletion()).toMatchObject({
      choices: [{ message: { content: null, tool_calls: [{ id: 'first' }, { id: 'last' }] } }],
    })
  })

  it('keeps calls of custom tools and of functions', () => {
    const answer = new AnswerCollector(names)
    answer.add(
      frames(
        chunk(0, {
          tool_calls: [{ index: 0, id: 'c1', type: 'custom', custom: { name: 'sql', input: '' } }],
        }),
        chunk(0, { tool_calls: [{ index: 0, custom: { input: 'select' } }] }),
        chunk(0, { tool_calls: [{ index: 0, custom: { input: ' 1' } }] }, 'tool_calls'),
        chunk(1, { content: null, function_call: { name: 'get', arguments: '' } }),
        chunk(1, { function_call: { arguments: '{"a":1}' } }, 'function_call'),
      ),
    )
    answer.add({ type: 'end', reason: 'tool_calls' })
    expect(answer.toCompletion()).toMatchObject({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
          },
        },
        {
          message: { content: null, function_call: { name: 'get', arguments: '{"a":1}' } },
          finish_reason: 'function_call',
        },
      ],
    })
  })
})
