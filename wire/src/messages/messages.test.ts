import { describe, expect, expectTypeOf, it } from 'vitest'
import { formatMessage, type NestedMessage } from './format-message.ts'
import { isMessageCode, MESSAGES, say } from './messages.ts'

const START = /^(?:[A-Z“{"‘\d]|[a-z][a-zA-Z_]*(?:: [A-Z"]|\/[{p]))/

describe('messages', () => {
  it('fill their placeholders', () => {
    expect(formatMessage('“{name}” is larger than {limit}', { name: 'a {limit}', limit: 3 })).toBe(
      '“a {limit}” is larger than 3',
    )
    expect(say('not_found.assistant')).toEqual({
      code: 'not_found.assistant',
      params: {},
      text: 'Assistant not found',
    })
  })

  it('can contain another message', () => {
    const reason = say('network.no_response')
    expect(say('web_pages.failed', { reason })).toEqual({
      code: 'web_pages.failed',
      params: { reason },
      text: 'The page can’t be fetched: The server sent no response',
    })
  })

  it('have typed parameters', () => {
    expectTypeOf(say<'knowledge.too_many'>).parameters.toEqualTypeOf<
      ['knowledge.too_many', { limit: string | number | NestedMessage }]
    >()
    expectTypeOf(say<'not_found.assistant'>).parameters.toEqualTypeOf<['not_found.assistant']>()
  })

  it('have codes in one format, and texts that start with a capital letter or the name of a field', () => {
    const odd = [...MESSAGES].filter(
      ([code, text]) =>
        !/^[a-z_]+(\.[a-z0-9_]+)+$/.test(code) ||
        !(/^(?:parts|reasons)\./.test(code) || text.startsWith('{') ? /^[a-zA-Z{\d]/ : START).test(text) ||
        text !== text.trim(),
    )
    expect(odd).toEqual([])
    expect(isMessageCode('constructor')).toBe(false)
  })
})
