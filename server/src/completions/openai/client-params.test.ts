import { describe, expect, it } from 'vitest'
import { readClientParams } from './client-params.ts'

const read = (params: Record<string, unknown>, policy = {}) =>
  readClientParams({ messages: [{ role: 'user', content: 'x' }], ...params }, policy)

describe('parameters of a client', () => {
  it('sends known parameters to the model and keeps those for this server', () => {
    const { params } = read({
      model: 'lamb_assistant.1',
      stream: true,
      stream_options: { include_usage: true },
      metadata: { task: 'x' },
      chat_id: 'c',
      debug_bypass: true,
      temperature: 1.5,
      stop: ['.'],
      seed: 7,
      user: 'u',
      top_p: null,
      max_tokens: 50,
    })
    expect(params).toEqual({ temperature: 1.5, stop: ['.'], seed: 7, user: 'u', max_tokens: 50 })
  })

  it.each([
    ['n', -1],
    ['n', 0],
    ['n', 'x'],
    ['n', '100'],
    ['n', [100]],
    ['n', 1.5],
    ['n', 100],
    ['n', 2],
    ['best_of', 100],
    ['best_of', '3'],
    ['max_tokens', 1e12],
    ['max_tokens', 0],
    ['max_tokens', '5'],
    ['max_completion_tokens', -1],
    ['temperature', 99],
    ['temperature', -0.1],
    ['temperature', '0.5'],
    ['top_p', 1.1],
    ['presence_penalty', 3],
    ['frequency_penalty', -2.5],
    ['stop', 5],
    ['stop', ['1', '2', '3', '4', '5']],
    ['logprobs', 'yes'],
    ['top_logprobs', 21],
    ['seed', 1.5],
    ['user', {}],
    ['logit_bias', { 50256: 101 }],
    ['response_format', 'json'],
    ['response_format', { type: 'xml' }],
    ['tools', 'weather'],
    ['tools', [{ type: 'function' }]],
    ['tools', [{ type: 'web_search' }]],
    ['tools', [{ type: 'function', function: { name: 'has spaces' } }]],
    ['tool_choice', 'sometimes'],
    ['parallel_tool_calls', 'false'],
    ['reasoning_effort', 'huge'],
    ['service_tier', 'golden'],
    ['store', 'yes'],
  ])('refuses %s: %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        details: { param: expect.stringMatching(new RegExp(`^${name}`)) },
      }),
    )
  })

  it('drops parameters that cost extra or make the provider store data, unless the policy allows them', () => {
    const params = { store: true, service_tier: 'priority', web_search_options: {}, temperature: 1 }
    expect(read(params)).toEqual({
      params: { temperature: 1 },
      ignored: ['store', 'service_tier', 'web_search_options'],
    })
    expect(read(params, { allow: ['store'] }).params).toEqual({ temperature: 1, store: true })
  })

  it('sends listed parameters only', () => {
    expect(read({ some_new_paid_thing: 1, options: { num_gpu: 9 }, keep_alive: -1 }).params).toEqual({})
  })

  it('limits the number of choices to the policy', () => {
    expect(read({ n: 3, best_of: 3 }, { max_n: 3 }).params).toEqual({ n: 3, best_of: 3 })
    expect(() => read({ n: 4 }, { max_n: 3 })).toThrow('n: This assistant returns at most 3 per request')
  })

  it('drops parameters about functions if there are none', () => {
    expect(read({ tools: [], tool_choice: 'auto', parallel_tool_calls: true }).params).toEqual({})
  })

  it('refuses the choice of a function that was not sent', () => {
    const tools = [{ type: 'function', function: { name: 'add' } }]
    const choose = (name: string) => ({ type: 'function', function: { name } })
    expect(read({ tools, tool_choice: choose('add') }).params['tool_choice']).toEqual(choose('add'))
    expect(() => read({ tools, tool_choice: choose('sub') })).toThrow('"sub" is not one of the tools')
  })
})
