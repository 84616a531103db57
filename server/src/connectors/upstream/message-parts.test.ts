import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../connector.ts'
import { inlineImage, refuseForeignContent } from './message-parts.ts'

const user: ChatMessage = { role: 'user', content: 'Q' }
const part = (type: string): ChatMessage => ({
  role: 'user',
  content: [{ type: 'text', text: 'Q' }, { type }],
})
const call = (type: string): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
    { id: 'b', type },
  ],
})

describe('content that only OpenAI has', () => {
  it.each([
    ['messages.1.content.1', 'type "file"', part('file')],
    ['messages.1.content.1', 'type "input_audio"', part('input_audio')],
    ['messages.1.tool_calls.1', 'type "custom"', call('custom')],
    ['messages.1', 'function_call', { role: 'function', name: 'f', content: 'x' }],
    ['messages.1', 'function_call', { role: 'assistant', function_call: { name: 'f' } }],
  ] as [string, string, ChatMessage][])('refuses %s: %s', (param, words, message) => {
    let refusal: unknown
    try {
      refuseForeignContent([user, message], 'Ollama')
    } catch (error) {
      refusal = error
    }
    expect(refusal).toMatchObject({
      status: 400,
      details: { param },
      message: expect.stringMatching(`${param}: Ollama .*${words}`),
    })
  })

  it.each([[part('image_url')], [part('text')], [call('function')]])('accepts %j', (message) =>
    expect(() => refuseForeignContent([user, message], 'Ollama')).not.toThrow(),
  )
})

it('reads data: URLs in capital letters', () =>
  expect(inlineImage('DATA:image/png;BASE64,QUJD')).toEqual({ contentType: 'image/png', base64: 'QUJD' }))
