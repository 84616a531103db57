import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.contract.ts'
import type { ChatMessage } from '../connector.ts'
import { createBypassConnector } from './bypass.connector.ts'

const connector = createBypassConnector()
const owner = { userId: 1, organizationId: 1 }
const run = (model: string, messages: ChatMessage[], signal = new AbortController().signal, params = {}) =>
  collect(connector.stream({ model, messages, params, acceptFrames: true }, {}, { signal, owner }))

const messages: ChatMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: [{ type: 'text', text: 'Two\nlines' }, { type: 'image_url' }] },
]

describe('bypass', () => {
  test('debug-bypass shows messages and parameters', async () => {
    const { text, end } = await run('debug-bypass', messages, undefined, { temperature: 0.5 })
    const [, shown, body] = /^Messages:\n(.*)\n\nBody:\n(.*)$/s.exec(text) ?? []
    expect(JSON.parse(shown!)).toEqual(messages)
    expect(JSON.parse(body!)).toEqual({ temperature: 0.5 })
    expect(end).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } })
  })

  test('simple-bypass and full-conversation-bypass', async () => {
    expect((await run('simple-bypass', messages)).text).toBe('Two\nlines')
    expect((await run('full-conversation-bypass', messages)).text).toBe('system: Be kind.\nuser: Two\nlines')
  })

  test('explains the offline connector for an unknown model', async () => {
    expect((await run('gpt-4', messages)).text).toContain('offline connector')
  })

  test('splits the text into a limited number of pieces without changing it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', 'é', '🌍'), maxLength: 3000 }),
        async (content) => {
          const { text, events } = await run('simple-bypass', [{ role: 'user', content }])
          expect(text).toBe(content)
          expect(events.length).toBeLessThanOrEqual(501)
        },
      ),
    )
  })

  test('stops with the abort reason', async () => {
    const aborter = new AbortController()
    const reason = new Error('gone')
    const request = {
      model: 'simple-bypass',
      messages: [{ role: 'user', content: 'a b c d' }],
      params: {},
      acceptFrames: true,
    }
    const iterator = connector.stream(request, {}, { signal: aborter.signal, owner })[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toEqual({ type: 'text-delta', text: 'a ' })
    aborter.abort(reason)
    await expect(iterator.next()).rejects.toBe(reason)
  })

  test('lists its models', async () => {
    const models = await connector.listModels({}, new AbortController().signal)
    expect(models.map((model) => model.id)).toEqual([
      'debug-bypass',
      'simple-bypass',
      'full-conversation-bypass',
    ])
  })
})
